package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.grid.FakeGrid;
import io.lull.testkit.time.Eventually;
import io.lull.tray.grid.GridLink;
import io.lull.tray.model.UiThread;
import io.lull.tray.shell.Page;
import io.lull.tray.ui.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.image.ImageView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of jobs under a robot's hands, with the way to the coordinator that people have. */
class JobsDrivenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder = Path.of("");

  private final Stage stage = Toolkit.get(Stage::new);

  @AfterEach
  void end() {
    Toolkit.run(stage::hide);
  }

  private Parent open(GridLink grid) {
    return Toolkit.get(() -> {
      Theme.use(ColorScheme.LIGHT);
      final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
      final Parent root =
          Screens.window(
              Page.JOBS,
              agent,
              Screens.pages(
                  Screens.around(agent, grid, new UiThread(Platform::runLater), Locale.ENGLISH)),
              Locale.ENGLISH);
      final Scene scene = new Scene(root, 800, 640);
      Theme.dress(scene);
      stage.setScene(scene);
      stage.setX(0);
      stage.setY(0);
      stage.show();
      return root;
    });
  }

  private static Node found(Parent root, String style) {
    Eventually.await(
        style + " is there", PATIENCE, () -> Toolkit.get(() -> root.lookup(style) != null));
    return Toolkit.get(() -> root.lookup(style));
  }

  private static Bounds place(Node node) {
    return node.localToScreen(node.getBoundsInLocal());
  }

  private static void click(Node node) {
    Toolkit.run(() -> {
      final Robot robot = new Robot();
      robot.mouseMove(place(node).getCenterX(), place(node).getCenterY());
      robot.mouseClick(MouseButton.PRIMARY);
    });
  }

  /** The toolkit without a screen knows no dragging: there it is dropped, here pasted by keys. */
  private static void paste(Path file, Node to) {
    Toolkit.run(() -> {
      final ClipboardContent content = new ClipboardContent();
      content.putFiles(List.of(file.toFile()));
      Clipboard.getSystemClipboard().setContent(content);
      to.requestFocus();
    });
    Toolkit.run(() -> {
      final Robot robot = new Robot();
      robot.keyPress(KeyCode.CONTROL);
      robot.keyType(KeyCode.V);
      robot.keyRelease(KeyCode.CONTROL);
    });
  }

  private static boolean says(Parent root, String text) {
    return Toolkit.get(() ->
        root.lookupAll(".label").stream()
            .anyMatch(node ->
                node instanceof Label label && label.isVisible() && label.getText().equals(text)));
  }

  @Test
  void jacobiIsSubmittedWithAPastedImageAndItsResultIsOpened() throws IOException {
    final Path plates = folder.resolve("plates.pgm");
    Files.writeString(plates, "P2 9 9 1 " + "0 ".repeat(81));
    try (FakeGrid fake = new FakeGrid("driven");
        GridLink grid =
            new GridLink(
                () ->
                    new GridClient(
                        List.of(new HostPort("grid.example.org", 7400)),
                        _ -> fake.dial(),
                        Duration.ofSeconds(1),
                        SystemClock.INSTANCE,
                        new Random(1)),
                () -> true,
                SystemClock.INSTANCE)) {
      fake.outputs.put("solution.png", SampleJobs.picture());
      fake.jobs.put("J1", SampleJobs.finished().toBuilder().setId("J1").build());
      final Parent root = open(grid);
      click(found(root, ".new-job"));
      final Node size = found(root, ".typed-size");
      Toolkit.run(size::requestFocus);
      Toolkit.run(() -> new Robot().keyType(KeyCode.DIGIT9));
      paste(plates, found(root, ".choose-files"));
      Eventually.await("the file was taken", PATIENCE, () -> says(root, "plates.pgm"));
      final Node submit = found(root, ".submit-job");
      Eventually.await(
          "it can be submitted", PATIENCE, () -> Toolkit.get(() -> !submit.isDisabled()));
      click(submit);
      Eventually.await("it was submitted", PATIENCE, () -> !fake.submitted.isEmpty());
      assertThat(fake.submitted.getFirst().getInputs(0).getName()).isEqualTo("plates.pgm");
      assertThat(fake.submitted.getFirst().getParameters(0).getValue()).isEqualTo("9");
      Eventually.await("the job is shown", PATIENCE, () -> says(root, "plate-small"));
      click(found(root, ".open-result"));
      final ImageView picture = (ImageView) found(root, ".image-view");
      Eventually.await(
          "the result is shown",
          PATIENCE,
          () ->
              Toolkit.get(() ->
                  picture.getImage() != null
                      && picture.getImage().getProgress() >= 1
                      && !picture.getImage().isError()
                      && picture.getImage().getWidth() > 100));
      Toolkit.run(() -> Screens.leave(root));
    }
  }
}
