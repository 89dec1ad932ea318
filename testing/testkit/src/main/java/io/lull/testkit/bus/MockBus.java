package io.lull.testkit.bus;

import io.lull.testkit.process.PythonProgram;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message bus of a test's own, with stand-ins for services on it; everything on it is gone when
 * it is closed. It can stand for the machine's bus and for a session's.
 */
public final class MockBus implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);

  private static final String PRELUDE =
      """
      import os, dbus
      bus = dbus.bus.BusConnection(os.environ['DBUS_SESSION_BUS_ADDRESS'])
      def mock(name, path):
          return dbus.Interface(bus.get_object(name, path), 'org.freedesktop.DBus.Mock')
      """;

  private final Path folder;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private @Nullable RunningProgram daemon;
  private @Nullable PythonProgram python;

  private MockBus(Path folder) {
    this.folder = folder;
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return Tools.missing("dbus-daemon").or(() -> PythonProgram.unavailable("dbusmock"));
  }

  public static MockBus open() {
    final MockBus bus;
    try {
      bus = new MockBus(Files.createTempDirectory("lull-bus"));
    } catch (IOException e) {
      throw new AssertionError("no folder for a bus", e);
    }
    try {
      bus.startDaemon();
      return bus;
    } catch (AssertionError e) {
      bus.close();
      throw e;
    }
  }

  /**
   * As the variables {@code DBUS_SESSION_BUS_ADDRESS} and {@code DBUS_SYSTEM_BUS_ADDRESS} have it.
   */
  public String address() {
    return "unix:path=" + folder.resolve("socket");
  }

  /** For programs that are to use this bus, for the machine's and their session's. */
  public Map<String, String> environment() {
    return Map.of("DBUS_SESSION_BUS_ADDRESS", address(), "DBUS_SYSTEM_BUS_ADDRESS", address());
  }

  private void startDaemon() {
    daemon =
        RunningProgram.named("dbus-daemon")
            .command(
                List.of(
                    "dbus-daemon",
                    "--session",
                    "--nofork",
                    "--nopidfile",
                    "--nosyslog",
                    "--print-address",
                    "--address=" + address()))
            .toleratingAnyLog()
            .start();
    daemon.awaitLine("^unix:", START);
  }

  /** The bus dies, and with it the connections of all. */
  public void kill() {
    if (daemon != null) {
      daemon.close();
      daemon = null;
    }
    if (python != null) {
      python.close();
      python = null;
    }
    try {
      Files.deleteIfExists(folder.resolve("socket"));
    } catch (IOException e) {
      throw new AssertionError("the bus's socket cannot be removed", e);
    }
  }

  /** A new one at the same address, with nobody on it. */
  public void restart() {
    startDaemon();
  }

  /** Runs a piece of Python that knows {@code bus}, {@code dbus} and {@code mock(name, path)}. */
  public String python(String piece) {
    if (python == null) {
      python = PythonProgram.start(environment());
      python.run(PRELUDE);
    }
    return python.run(piece);
  }

  /** A stand-in of which the test itself says what it answers. */
  public MockService service(String name, String path, String type) {
    return started(name, path, List.of(name, path, type));
  }

  /** One of those that python-dbusmock brings along. */
  public MockService template(String template, String name, String path) {
    return started(name, path, List.of("--template", template));
  }

  private MockService started(String name, String path, List<String> arguments) {
    final List<String> command =
        new ArrayList<>(List.of(PythonProgram.PYTHON, "-m", "dbusmock", "--session"));
    command.addAll(arguments);
    final RunningProgram program =
        RunningProgram.named(name)
            .command(command)
            .environment("DBUS_SESSION_BUS_ADDRESS", address())
            .environment("DBUS_SYSTEM_BUS_ADDRESS", address())
            .toleratingAnyLog()
            .start();
    parts.push(program);
    awaitService(name, program);
    return new MockService(this, name, path, program);
  }

  /** Until the name is there; fails when the program that is to have it ends. */
  public void awaitService(String name, RunningProgram program) {
    Eventually.await(
        name + " is on the bus",
        START,
        () -> {
          if (!program.alive()) {
            throw new AssertionError(name + " has ended" + program.said());
          }
          return isThere(name);
        });
  }

  private boolean isThere(String name) {
    return python("ret = bus.name_has_owner('" + name + "')").equals("True");
  }

  /** Until nobody has the name any more: whoever has it next is not taken for the last. */
  void awaitGone(String name) {
    if (daemon != null) {
      Eventually.await(name + " has left the bus", START, () -> !isThere(name));
    }
  }

  @Override
  public void close() {
    AssertionError failed = null;
    while (!parts.isEmpty()) {
      try (AutoCloseable _ = parts.pop()) {
        // Closing is all.
      } catch (Exception | AssertionError e) {
        failed = new AssertionError("a stand-in did not end well", e);
      }
    }
    kill();
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new AssertionError(folder + " cannot be removed", e);
    }
    if (failed != null) {
      throw failed;
    }
  }
}
