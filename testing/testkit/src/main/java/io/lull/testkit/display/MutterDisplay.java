package io.lull.testkit.display;

import io.lull.testkit.bus.MockBus;
import io.lull.testkit.process.PythonProgram;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * GNOME's compositor without a screen that anybody sees, on a bus of its own, with input injected
 * as a remote desktop does.
 */
public final class MutterDisplay implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  /** As {@code linux/input-event-codes.h} has them. */
  private static final int KEY_A = 30;

  private static final int BUTTON_LEFT = 0x110;

  private static final String CONNECT =
      """
      import time
      remote = 'org.gnome.Mutter.RemoteDesktop'
      path = dbus.Interface(
          bus.get_object(remote, '/org/gnome/Mutter/RemoteDesktop'), remote).CreateSession()
      session = dbus.Interface(bus.get_object(remote, path), remote + '.Session')
      session.Start()
      """;

  private final MockBus bus;
  private final Path folder;
  private final RunningProgram compositor;

  private MutterDisplay(MockBus bus, Path folder, RunningProgram compositor) {
    this.bus = bus;
    this.folder = folder;
    this.compositor = compositor;
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("mutter", "dbus-daemon").or(() -> PythonProgram.unavailable("dbusmock"));
  }

  public static MutterDisplay open() {
    final MockBus bus = MockBus.open();
    try {
      final Path folder =
          Files.createTempDirectory(
              "lull-mutter",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      final RunningProgram.Builder described =
          RunningProgram.named("mutter")
              .command(
                  List.of(
                      "mutter",
                      "--headless",
                      "--wayland",
                      "--no-x11",
                      "--virtual-monitor",
                      "800x600"))
              .environment("XDG_RUNTIME_DIR", folder.toString())
              .environment("HOME", folder.toString())
              .environment("GSETTINGS_BACKEND", "memory")
              .withoutEnvironment("DISPLAY")
              .toleratingAnyLog();
      bus.environment().forEach(described::environment);
      final MutterDisplay display = new MutterDisplay(bus, folder, described.start());
      try {
        display.compositor.awaitLine("Using Wayland display name", START);
        display.awaitService("org.gnome.Mutter.IdleMonitor");
        display.awaitService("org.gnome.Mutter.RemoteDesktop");
        bus.python(CONNECT);
        return display;
      } catch (AssertionError e) {
        display.close();
        throw e;
      }
    } catch (IOException e) {
      bus.close();
      throw new AssertionError("no folder for a compositor", e);
    }
  }

  private void awaitService(String name) {
    bus.awaitService(name, compositor);
  }

  /** The bus of its session, as {@code DBUS_SESSION_BUS_ADDRESS} has it. */
  public String busAddress() {
    return bus.address();
  }

  /** For programs of its session. */
  public Map<String, String> environment() {
    final Map<String, String> all = new HashMap<>(bus.environment());
    all.put("XDG_RUNTIME_DIR", folder.toString());
    all.put("XDG_SESSION_TYPE", "wayland");
    all.put("WAYLAND_DISPLAY", "wayland-0");
    return Map.copyOf(all);
  }

  /**
   * Presses and releases a key.
   *
   * @return when, of the system's monotonic clock, as {@link System#nanoTime} has it
   */
  public long key() {
    return inject(
        "session.NotifyKeyboardKeycode(dbus.UInt32(%1$d), True);"
            + " session.NotifyKeyboardKeycode(dbus.UInt32(%1$d), False)",
        KEY_A);
  }

  /** Presses and releases the left button; returns when. */
  public long click() {
    return inject(
        "session.NotifyPointerButton(dbus.Int32(%1$d), True);"
            + " session.NotifyPointerButton(dbus.Int32(%1$d), False)",
        BUTTON_LEFT);
  }

  /** Moves the pointer by so many pixels to the right; returns when. */
  public long move(int pixels) {
    return inject("session.NotifyPointerMotionRelative(float(%1$d), 0.0)", pixels);
  }

  private long inject(String calls, int value) {
    return Long.parseLong(bus.python("ret = time.monotonic_ns(); " + calls.formatted(value)));
  }

  /** The compositor dies, as when the owner's session crashes. */
  public void kill() {
    compositor.kill();
  }

  @Override
  public void close() {
    try (MockBus _ = bus;
        RunningProgram _ = compositor) {
      // Closing is all.
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(MutterDisplay::delete);
    } catch (IOException e) {
      throw new AssertionError(folder + " cannot be removed", e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
