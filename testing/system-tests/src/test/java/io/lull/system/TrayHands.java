package io.lull.system;

import io.lull.client.login.Home;
import io.lull.testkit.time.Eventually;
import io.lull.tray.app.TrayOptions;
import io.lull.tray.app.TrayProgram;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.Window;

/**
 * The tray application with the eyes and hands of a robot, which does what it is told through a
 * socket: it looks for words on the screen, and moves the mouse and presses keys as a person would.
 */
final class TrayHands {
  /** Said when the socket is there. */
  static final String READY = "the window is open, the socket is there";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final double SCROLL = 0.02;

  /** What it can be told. */
  enum Deed {
    /** Clicks on what is named. */
    CLICK,
    /** Opens the menu that is named, and clicks on an item of it. */
    CHOOSE,
    /** Puts a text into the field that is named, by the clipboard, and presses the return key. */
    PUT,
    /** Waits until words are on the screen. */
    SEE,
    /** Waits until they are not any more. */
    LOSE
  }

  private TrayHands() {}

  /**
   * @param words the socket's path, the folder of the credentials, that of the agent, and a page
   */
  public static void main(String[] words) throws IOException, InterruptedException {
    final Path socket = Path.of(words[0]);
    final Path agent = Path.of(words[2]);
    final Thread program =
        new Thread(() ->
            TrayProgram.run(
                new TrayOptions(
                    new Home(Path.of(words[1]), agent),
                    agent,
                    Optional.of(words[3]).filter(page -> !page.isEmpty()),
                    false,
                    Optional.empty())));
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      program.start();
      Eventually.await("the window is open", PATIENCE, () -> !Window.getWindows().isEmpty());
      System.out.println(READY);
      try (SocketChannel test = door.accept()) {
        serve(
            new DataInputStream(Channels.newInputStream(test)),
            new DataOutputStream(Channels.newOutputStream(test)));
      }
    } finally {
      Files.deleteIfExists(socket);
    }
    System.exit(0);
  }

  private static void serve(DataInputStream orders, DataOutputStream answers) throws IOException {
    while (true) {
      final Deed deed;
      try {
        deed = Deed.valueOf(orders.readUTF());
      } catch (EOFException e) {
        return;
      }
      final String what = orders.readUTF();
      final String more = orders.readUTF();
      final Duration deadline = Duration.ofMillis(orders.readLong());
      final long start = System.nanoTime();
      String failure = "";
      try {
        switch (deed) {
          case CLICK -> click(what);
          case CHOOSE -> {
            click(what);
            click(more);
          }
          case PUT -> put(what, more);
          case SEE -> Eventually.await("'" + what + "' is to be read", deadline, () -> reads(what));
          case LOSE -> Eventually.await("'" + what + "' is gone", deadline, () -> !reads(what));
        }
      } catch (AssertionError e) {
        failure = e.getMessage() + "; on the screen:\n" + get(TrayHands::text);
      }
      answers.writeUTF(failure);
      answers.writeLong(Duration.ofNanos(System.nanoTime() - start).toMillis());
      answers.flush();
    }
  }

  private static void put(String field, String text) {
    click(field);
    get(() -> {
      final ClipboardContent content = new ClipboardContent();
      content.putString(text);
      Clipboard.getSystemClipboard().setContent(content);
      ((TextField) named(field).orElseThrow()).selectAll();
      return true;
    });
    get(() -> {
      final Robot robot = new Robot();
      robot.keyPress(KeyCode.CONTROL);
      robot.keyType(KeyCode.V);
      robot.keyRelease(KeyCode.CONTROL);
      return true;
    });
    Eventually.await(
        "the text is in " + field,
        PATIENCE,
        () -> get(() -> ((TextField) named(field).orElseThrow()).getText().equals(text)));
    get(() -> {
      new Robot().keyType(KeyCode.ENTER);
      return true;
    });
  }

  /** Clicks on what stands still: where something has just appeared, the page still moves. */
  private static void click(String name) {
    final Bounds nowhere = new BoundingBox(0, 0, 0, 0);
    final Bounds[] place = {nowhere};
    Eventually.await(
        name + " can be clicked on",
        PATIENCE,
        () ->
            get(() -> {
              final Bounds before = place[0];
              place[0] =
                  named(name)
                      .filter(node -> !node.isDisabled() && inSight(node))
                      .map(TrayHands::place)
                      .orElse(nowhere);
              return place[0].getWidth() > 0 && place[0].equals(before);
            }));
    get(() -> {
      final Robot robot = new Robot();
      robot.mouseMove(place[0].getCenterX(), place[0].getCenterY());
      robot.mouseClick(MouseButton.PRIMARY);
      return true;
    });
  }

  /** Turns the wheel, if it is out of sight. */
  private static boolean inSight(Node node) {
    for (Parent above = node.getParent(); above != null; above = above.getParent()) {
      if (above instanceof ScrollPane pane) {
        final Bounds sight = place(pane);
        final Bounds bounds = place(node);
        if (bounds.getMaxY() > sight.getMaxY()) {
          pane.setVvalue(pane.getVvalue() + SCROLL);
          return false;
        }
        if (bounds.getMinY() < sight.getMinY()) {
          pane.setVvalue(pane.getVvalue() - SCROLL);
          return false;
        }
      }
    }
    return true;
  }

  /** As the page is laid out with all that it shows. */
  private static Bounds place(Node node) {
    node.getScene().getRoot().applyCss();
    node.getScene().getRoot().layout();
    return node.localToScreen(node.getBoundsInLocal());
  }

  /** By its style, by what is written on it, or by what a screen reader says of it. */
  private static Optional<Node> named(String name) {
    final List<Node> found = new ArrayList<>();
    everything(node -> {
      final boolean written = node instanceof Labeled labeled && name.equals(labeled.getText());
      final boolean styled =
          name.startsWith(".") && node.getStyleClass().contains(name.substring(1));
      if (written || styled || name.equals(node.getAccessibleText())) {
        found.add(node);
      }
    });
    // A name beside a field is not the field.
    return found.stream()
        .filter(node -> !(node instanceof Label))
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  private static boolean reads(String words) {
    return get(() -> text().contains(words));
  }

  private static String text() {
    final StringBuilder all = new StringBuilder();
    everything(node -> {
      if (node instanceof Labeled labeled && labeled.getText() != null) {
        all.append(labeled.getText()).append('\n');
      }
    });
    return all.toString();
  }

  private static void everything(Consumer<Node> consumer) {
    List.copyOf(Window.getWindows()).stream()
        .filter(window -> window.isShowing() && window.getScene() != null)
        .forEach(window -> walk(window.getScene().getRoot(), consumer));
  }

  private static void walk(Node node, Consumer<Node> consumer) {
    if (!node.isVisible()) {
      return;
    }
    consumer.accept(node);
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> walk(child, consumer));
    }
  }

  /** Has it done on the toolkit's thread. */
  static <T> T get(Supplier<T> task) {
    final CompletableFuture<T> result = new CompletableFuture<>();
    Platform.runLater(() -> {
      try {
        result.complete(task.get());
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e);
      }
    });
    return result.join();
  }
}
