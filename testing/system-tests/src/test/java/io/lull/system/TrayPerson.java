package io.lull.system;

import io.lull.client.login.Home;
import io.lull.testkit.time.Eventually;
import io.lull.tray.app.TrayOptions;
import io.lull.tray.app.TrayProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.image.ImageView;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import javafx.stage.Window;
import javafx.stage.WindowEvent;

/**
 * The tray application as a person uses it: beside its window lies a file on a desk, the mouse
 * drags that into the form of a new job, submits it, and opens its result.
 */
final class TrayPerson {
  /** What is printed once the result is in sight. */
  static final String SEEN = "the result is in sight";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** So long a person looks whether something has come of it. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private static final int STEPS = 12;

  private TrayPerson() {}

  /**
   * @param arguments the folder of the credentials, that of the agent, and the file
   */
  public static void main(String[] arguments) throws InterruptedException {
    final Path agent = Path.of(arguments[1]);
    final Thread program =
        new Thread(() ->
            TrayProgram.run(
                new TrayOptions(
                    new Home(Path.of(arguments[0]), agent),
                    agent,
                    Optional.of("jobs"),
                    false,
                    Optional.empty())));
    program.start();
    Eventually.await("the window is open", PATIENCE, () -> !Window.getWindows().isEmpty());
    use((Stage) TrayHands.get(() -> Window.getWindows().getFirst()), Path.of(arguments[2]));
    System.out.println(SEEN);
    program.join();
  }

  private static void use(Stage tray, Path file) {
    TrayHands.get(() -> {
      tray.setX(90);
      tray.setY(120);
      return true;
    });
    click(found(tray, ".new-job"));
    final Node zone = found(tray, ".drop-zone");
    final Stage desk = TrayHands.get(() -> desk(file));
    dragUntilDropped(
        desk.getScene().getRoot(), zone, () -> says(tray, String.valueOf(file.getFileName())));
    TrayHands.get(() -> {
      desk.hide();
      return true;
    });
    final Node submit = found(tray, ".submit-job");
    Eventually.await(
        "it can be submitted", PATIENCE, () -> TrayHands.get(() -> !submit.isDisabled()));
    click(submit);
    click(found(tray, ".open-result"));
    final ImageView picture = (ImageView) found(tray, ".image-view");
    Eventually.await(
        "the result is shown",
        PATIENCE,
        () ->
            TrayHands.get(() -> picture.getImage() != null && picture.getImage().getWidth() > 100));
    TrayHands.get(() -> {
      tray.fireEvent(new WindowEvent(tray, WindowEvent.WINDOW_CLOSE_REQUEST));
      return true;
    });
  }

  private static Stage desk(Path file) {
    final StackPane icon = new StackPane(new Label(String.valueOf(file.getFileName())));
    icon.setOnDragDetected(drag -> {
      final ClipboardContent content = new ClipboardContent();
      content.putFiles(List.of(file.toFile()));
      icon.startDragAndDrop(TransferMode.COPY).setContent(content);
      drag.consume();
    });
    final Stage desk = new Stage();
    desk.setScene(new Scene(icon, 160, 90));
    desk.setX(0);
    desk.setY(0);
    desk.show();
    return desk;
  }

  private static Node found(Stage stage, String style) {
    Eventually.await(
        style + " is in sight",
        PATIENCE,
        () ->
            TrayHands.get(() -> {
              final Node node = stage.getScene().getRoot().lookup(style);
              return node != null && place(node).getWidth() > 0;
            }));
    return TrayHands.get(() -> stage.getScene().getRoot().lookup(style));
  }

  private static boolean says(Stage stage, String text) {
    return TrayHands.get(() ->
        stage.getScene().getRoot().lookupAll(".label").stream()
            .anyMatch(node -> node instanceof Label label && label.getText().equals(text)));
  }

  private static Bounds place(Node node) {
    return node.localToScreen(node.getBoundsInLocal());
  }

  private static void click(Node node) {
    move(node, node, 0);
    TrayHands.get(() -> {
      new Robot().mouseClick(MouseButton.PRIMARY);
      return true;
    });
  }

  /** A drag that begins while its window is only just there goes astray; people drag again. */
  private static void dragUntilDropped(Node from, Node to, BooleanSupplier dropped) {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - end < 0) {
      drag(from, to);
      try {
        Eventually.await("the file was dropped", LOOK, dropped);
        return;
      } catch (AssertionError e) {
        System.out.println("dragging again: " + e.getMessage());
      }
    }
    throw new AssertionError("the file was not dropped, however often it was dragged");
  }

  private static void drag(Node from, Node to) {
    move(from, to, 0);
    TrayHands.get(() -> {
      new Robot().mousePress(MouseButton.PRIMARY);
      return true;
    });
    for (int step = 1; step <= STEPS; step++) {
      move(from, to, (double) step / STEPS);
    }
    TrayHands.get(() -> {
      new Robot().mouseRelease(MouseButton.PRIMARY);
      return true;
    });
  }

  /** To a point on the way from one to the other. */
  private static void move(Node from, Node to, double part) {
    TrayHands.get(() -> {
      final Bounds begin = place(from);
      final Bounds end = place(to);
      new Robot()
          .mouseMove(
              begin.getCenterX() + part * (end.getCenterX() - begin.getCenterX()),
              begin.getCenterY() + part * (end.getCenterY() - begin.getCenterY()));
      return true;
    });
  }
}
