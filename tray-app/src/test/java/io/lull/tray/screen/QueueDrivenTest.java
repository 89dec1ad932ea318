package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.Eventually;
import io.lull.tray.shell.Page;
import io.lull.tray.ui.Theme;
import java.time.Duration;
import java.util.Locale;
import javafx.application.ColorScheme;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queue and what it leads to, under a robot's hands. */
class QueueDrivenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Stage stage = Toolkit.get(Stage::new);

  private Parent open() {
    return Toolkit.get(() -> {
      Theme.use(ColorScheme.LIGHT);
      final Parent root =
          Screens.window(
              Page.JOBS, PlayedGrid.of(SampleJobs.several(), SampleJobs.nodes()), Locale.ENGLISH);
      final Scene scene = new Scene(root, 900, 680);
      Theme.dress(scene);
      stage.setScene(scene);
      stage.setX(0);
      stage.setY(0);
      stage.show();
      root.applyCss();
      root.layout();
      return root;
    });
  }

  @AfterEach
  void end() {
    Toolkit.run(stage::hide);
  }

  private static Node found(Parent root, String style) {
    Eventually.await(
        style + " is there", PATIENCE, () -> Toolkit.get(() -> root.lookup(style) != null));
    return Toolkit.get(() -> root.lookup(style));
  }

  private static void click(Node node) {
    Toolkit.run(() -> {
      final var place = node.localToScreen(node.getBoundsInLocal());
      final Robot robot = new Robot();
      robot.mouseMove(place.getCenterX(), place.getCenterY());
      robot.mouseClick(MouseButton.PRIMARY);
    });
  }

  @Test
  void howFarAJobIsCanBeSeenInTheQueue() {
    final Parent root = open();
    assertThat(
            Toolkit.get(() ->
                root.lookupAll(".queue-bar").stream()
                    .filter(Node::isVisible)
                    .map(bar -> bar.getLayoutBounds().getHeight())
                    .toList()))
        .isNotEmpty()
        .allSatisfy(height -> assertThat(height).isGreaterThanOrEqualTo(4));
  }

  @Test
  void escapeTakesBackTheQuestionWhetherToCancelAndStaysAtTheJob() {
    final Parent root = open();
    click(found(root, ".queue-title"));
    final Button cancel = (Button) found(root, ".cancel-job");
    click(cancel);
    final Node yes = found(root, ".cancel-yes");
    Eventually.await("it is asked", PATIENCE, () -> Toolkit.get(() -> yes.getParent().isVisible()));
    Toolkit.run(() -> new Robot().keyType(KeyCode.ESCAPE));
    Eventually.await(
        "it is asked no more", PATIENCE, () -> Toolkit.get(() -> !yes.getParent().isVisible()));
    assertThat(Toolkit.get(() -> root.lookup(".cancel-job"))).isSameAs(cancel);
    Toolkit.run(() -> new Robot().keyType(KeyCode.ESCAPE));
    Eventually.await(
        "the queue is there again",
        PATIENCE,
        () ->
            Toolkit.get(() -> root.lookup(".queue") != null && root.lookup(".cancel-job") == null));
  }
}
