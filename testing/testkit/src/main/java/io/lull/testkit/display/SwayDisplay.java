package io.lull.testkit.display;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Wayland compositor without a screen that anybody sees, in a runtime folder of its own. It tells
 * of idleness by {@code org_kde_kwin_idle}, newer ones also by {@code ext_idle_notify_v1}.
 */
public final class SwayDisplay implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final Duration INPUT = Duration.ofSeconds(10);

  /** It refuses to run as root: then it runs as nobody. */
  private static final int NOBODY = 65534;

  private final Path folder;
  private RunningProgram server;
  private Path socket;
  private @Nullable VirtualPointer mouse;

  private SwayDisplay(Path folder) {
    this.folder = folder;
    this.server = launch();
    this.socket = awaitSocket();
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("sway", "wtype", "setpriv");
  }

  public static SwayDisplay open() {
    try {
      final Path folder = Files.createTempDirectory("lull-sway");
      try {
        Files.writeString(folder.resolve("config"), "xwayland disable\n");
        if (isRoot()) {
          Files.setAttribute(folder, "unix:uid", NOBODY);
          Files.setAttribute(folder.resolve("config"), "unix:uid", NOBODY);
        }
        return new SwayDisplay(folder);
      } catch (IOException | AssertionError e) {
        delete(folder);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private RunningProgram launch() {
    try {
      final List<String> command = new ArrayList<>();
      if (isRoot()) {
        final String nobody = Integer.toString(NOBODY);
        command.addAll(
            List.of("setpriv", "--reuid=" + nobody, "--regid=" + nobody, "--clear-groups"));
      }
      command.addAll(List.of("sway", "-c", folder.resolve("config").toString()));
      // What a compositor that was killed has left there the next one takes for another's.
      Files.deleteIfExists(commands());
      try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "wayland-*")) {
        for (final Path left : old) {
          Files.delete(left);
        }
      }
      final RunningProgram.Builder builder =
          RunningProgram.named("sway").command(command).toleratingAnyLog();
      return builder
          .environment("XDG_RUNTIME_DIR", folder.toString())
          .environment("SWAYSOCK", commands().toString())
          .environment("HOME", folder.toString())
          .environment("WLR_BACKENDS", "headless")
          .environment("WLR_LIBINPUT_NO_DEVICES", "1")
          .environment("WLR_RENDERER", "pixman")
          .withoutEnvironment("WAYLAND_DISPLAY")
          .withoutEnvironment("DISPLAY")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path commands() {
    return folder.resolve("sway.sock");
  }

  private Path awaitSocket() {
    try {
      return Eventually.get("sway listens", START, () -> Files.exists(commands()) ? find() : null);
    } catch (AssertionError e) {
      final String said = server.said();
      server.close();
      throw new AssertionError(e.getMessage() + said, e);
    }
  }

  private @Nullable Path find() {
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "wayland-?")) {
      for (final Path found : sockets) {
        return found;
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where its clients find it. */
  public Path socket() {
    return socket;
  }

  /** As {@code XDG_RUNTIME_DIR} has it. */
  public Path runtimeFolder() {
    return folder;
  }

  /** As {@code WAYLAND_DISPLAY} has it. */
  public String name() {
    return socket.getFileName().toString();
  }

  /** Presses and releases a key, such as {@code a}. */
  public void key(String key) {
    Tools.run(
        INPUT,
        Map.of("XDG_RUNTIME_DIR", folder.toString(), "WAYLAND_DISPLAY", name()),
        List.of("wtype", key));
  }

  public void moveMouse(int byX, int byY) {
    mouse().move(byX, byY);
  }

  /** 1 is the left button. */
  public void click(int button) {
    mouse().click(button);
  }

  private VirtualPointer mouse() {
    if (mouse == null) {
      mouse = new VirtualPointer(socket);
    }
    return mouse;
  }

  private void unplugMouse() {
    if (mouse != null) {
      mouse.close();
      mouse = null;
    }
  }

  /** It dies, as when the owner's session crashes. */
  public void kill() {
    unplugMouse();
    server.kill();
  }

  /** Another one takes the place of one that was killed. */
  public void restart() {
    unplugMouse();
    server.close();
    server = launch();
    socket = awaitSocket();
  }

  /** It stands still, as a stopped process does. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    Tools.run(INPUT, List.of("kill", "-" + name, Long.toString(server.pid())));
  }

  @Override
  public void close() {
    unplugMouse();
    server.close();
    delete(folder);
  }

  private static void delete(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (final Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
