package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.testkit.time.Eventually;
import io.lull.tray.shell.Page;
import io.lull.tray.ui.Theme;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javafx.application.ColorScheme;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
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

  @Test
  void whatCannotBeIsSaidWhileItIsTyped() {
    agent.answers =
        request ->
            request.hasSet() && request.getSet().getCheck()
                ? CompletableFuture.failedFuture(
                    ClientFailure.badInput(
                        "idle-after cannot be '" + request.getSet().getValue() + "'"))
                : CompletableFuture.completedFuture(OwnerReply.getDefaultInstance());
    final Parent root = open(Page.PREFERENCES);
    final TextField field = (TextField) Toolkit.get(() -> root.lookup(".text-field"));
    Toolkit.run(field::requestFocus);
    Toolkit.run(field::selectAll);
    type(KeyCode.X);
    Eventually.await(
        "the reason is shown",
        PATIENCE,
        () ->
            Toolkit.get(() ->
                root.lookupAll(".problem").stream()
                    .anyMatch(node ->
                        node instanceof Label label
                            && label.isVisible()
                            && label.getText().equals("idle-after cannot be 'x'"))));
    type(KeyCode.ESCAPE);
    Eventually.await("it is as it was", PATIENCE, () -> Toolkit.get(field::getText).equals("10m"));
  }

  @Test
  void theWeekIsPaintedWithTheMouse() {
    final Parent root = open(Page.PREFERENCES);
    final Node board = Toolkit.get(() -> root.lookup(".week-board"));
    final ScrollPane page = (ScrollPane) Toolkit.get(() -> root.lookup(".page-scroll"));
    Eventually.await(
        "the week is in sight",
        PATIENCE,
        () ->
            Toolkit.get(() -> {
              final Bounds bounds = board.localToScreen(board.getBoundsInLocal());
              final Bounds sight = page.localToScreen(page.getBoundsInLocal());
              page.setVvalue(page.getVvalue() + (bounds.getMaxY() > sight.getMaxY() ? 0.02 : 0));
              return sight.contains(bounds);
            }));
    Toolkit.run(() -> {
      final Bounds bounds = board.localToScreen(board.getBoundsInLocal());
      final double y = bounds.getMinY() + bounds.getHeight() / 14;
      final double slot = bounds.getWidth() / 48;
      final Robot robot = new Robot();
      robot.mouseMove(bounds.getMinX() + slot / 2, y);
      robot.mousePress(MouseButton.PRIMARY);
      robot.mouseMove(bounds.getMinX() + slot * 1.5, y);
      robot.mouseRelease(MouseButton.PRIMARY);
    });
    Eventually.await("it was set", PATIENCE, () -> !agent.asked.isEmpty());
    assertThat(agent.asked.getFirst().getSet().getKey()).isEqualTo("schedule");
    assertThat(agent.asked.getFirst().getSet().getValue()).startsWith("mon 00:00-01:00");
  }
}
