package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.OwnerRequest;
import io.lull.testkit.time.Eventually;
import io.lull.tray.shell.Page;
import io.lull.tray.ui.Theme;
import java.time.Duration;
import java.util.Locale;
import javafx.application.ColorScheme;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The window under a robot's hands. */
class DrivenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
  private final Stage stage = Toolkit.get(Stage::new);

  private Parent open(Page page) {
    return Toolkit.get(() -> {
      Theme.use(ColorScheme.LIGHT);
      final Parent root = Screens.window(page, agent, Locale.ENGLISH);
      final Scene scene = new Scene(root, 900, 680);
      Theme.dress(scene);
      stage.setScene(scene);
      stage.show();
      return root;
    });
  }

  @AfterEach
  void end() {
    Toolkit.run(stage::hide);
  }

  private static void click(Node node) {
    Toolkit.run(() -> {
      final Bounds bounds = node.localToScreen(node.getBoundsInLocal());
      final Robot robot = new Robot();
      robot.mouseMove(bounds.getCenterX(), bounds.getCenterY());
      robot.mouseClick(MouseButton.PRIMARY);
    });
  }

  private static void type(KeyCode key) {
    Toolkit.run(() -> new Robot().keyType(key));
  }

  @Test
  void aPauseIsChosenFromTheMenuByKeys() {
    final Parent root = open(Page.COMPUTER);
    final MenuButton pause = (MenuButton) Toolkit.get(() -> root.lookup(".menu-button"));
    Toolkit.run(pause::requestFocus);
    type(KeyCode.SPACE);
    Eventually.await("the menu is open", PATIENCE, () -> Toolkit.get(pause::isShowing));
    type(KeyCode.DOWN);
    type(KeyCode.ENTER);
    Eventually.await("a pause was asked for", PATIENCE, () -> !agent.asked.isEmpty());
    assertThat(agent.asked.getFirst().getRequestCase()).isEqualTo(OwnerRequest.RequestCase.PAUSE);
  }

  @Test
  void aPausedComputerIsResumedByAClick() {
    agent.become(
        Samples.present(
            Samples.owner().toBuilder().setPausedUntilEpochMillis(Long.MAX_VALUE).build()));
    final Parent root = open(Page.COMPUTER);
    final Button resume = (Button) Toolkit.get(() -> root.lookup(".button.accent"));
    click(resume);
    Eventually.await("it was asked to resume", PATIENCE, () -> !agent.asked.isEmpty());
    assertThat(agent.asked.getFirst().getRequestCase()).isEqualTo(OwnerRequest.RequestCase.RESUME);
  }
}
