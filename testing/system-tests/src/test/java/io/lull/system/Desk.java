package io.lull.system;

import io.lull.testkit.bus.MockBus;
import io.lull.testkit.bus.MockDesktop;
import io.lull.testkit.bus.MockLogind;
import io.lull.testkit.bus.MockMutter;
import io.lull.testkit.bus.MockService;
import io.lull.testkit.display.SwayDisplay;
import io.lull.testkit.display.XDisplay;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Where an owner sits, and one way to see them.
 *
 * @param input as the agent's option names it
 * @param environment of the agent
 * @param touch the owner does something
 * @param rest they do nothing more, where the system waits to be told so
 * @param lose what shows the owner dies
 * @param parts closed with it, the last first
 */
record Desk(
    String name,
    String input,
    Map<String, String> environment,
    Runnable touch,
    Runnable rest,
    Runnable lose,
    List<AutoCloseable> parts)
    implements AutoCloseable {
  private static final Duration LONG_AGO = Duration.ofHours(1);

  /** An X server, and keys pressed on it. */
  static Desk x11() {
    final XDisplay display = XDisplay.open();
    return new Desk(
        "x11",
        "x11",
        Map.of("DISPLAY", display.name()),
        () -> display.key("a"),
        Desk::nothing,
        display::kill,
        List.of(display));
  }

  /** A Wayland compositor that tells of idleness by Wayland's own protocol. */
  static Desk sway() {
    final SwayDisplay display = SwayDisplay.open();
    return new Desk(
        "sway",
        "wayland",
        Map.of(
            "XDG_SESSION_TYPE", "wayland",
            "XDG_RUNTIME_DIR", display.runtimeFolder().toString(),
            "WAYLAND_DISPLAY", display.name()),
        () -> display.moveMouse(40, 30),
        Desk::nothing,
        display::kill,
        List.of(display));
  }

  /** GNOME's compositor, which tells by D-Bus. */
  static Desk gnome() {
    final MockBus bus = MockBus.open();
    final MockMutter mutter = MockMutter.on(bus, LONG_AGO);
    return new Desk(
        "gnome",
        "wayland",
        onBus(bus, "DBUS_SESSION_BUS_ADDRESS"),
        mutter::input,
        Desk::nothing,
        () -> mutter.service().kill(),
        List.of(bus));
  }

  /** KDE's session, which tells by D-Bus. */
  static Desk kde() {
    final MockBus bus = MockBus.open();
    final MockService saver = MockDesktop.kdeScreenSaver(bus, LONG_AGO);
    return new Desk(
        "kde",
        "wayland",
        onBus(bus, "DBUS_SESSION_BUS_ADDRESS"),
        () -> MockDesktop.kdeIdle(saver, Duration.ZERO),
        Desk::nothing,
        saver::kill,
        List.of(bus));
  }

  /** The system's list of sessions, with a desktop that sets its idle hint. */
  static Desk logind() {
    final MockBus bus = MockBus.open();
    final MockLogind logind = MockLogind.on(bus);
    logind.login("c1", "ada", "wayland", "seat0");
    logind.idle("c1", true);
    return new Desk(
        "logind",
        "logind",
        onBus(bus, "DBUS_SYSTEM_BUS_ADDRESS"),
        () -> logind.idle("c1", false),
        () -> logind.idle("c1", true),
        () -> logind.service().kill(),
        List.of(bus));
  }

  /** Nobody has to be told. */
  private static void nothing() {}

  private static Map<String, String> onBus(MockBus bus, String variable) {
    return Map.of("XDG_SESSION_TYPE", "wayland", variable, bus.address());
  }

  @Override
  public void close() {
    for (final AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        throw new AssertionError(name + " cannot be closed", e);
      }
    }
  }
}
