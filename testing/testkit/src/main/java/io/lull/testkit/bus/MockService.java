package io.lull.testkit.bus;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.time.Duration;
import java.util.List;

/**
 * A stand-in for a service on a {@link MockBus}: it answers as told, and can die or stand still.
 */
public final class MockService implements AutoCloseable {
  private static final Duration SIGNALLED = Duration.ofSeconds(10);

  private final MockBus bus;
  private final String name;
  private final String path;
  private final RunningProgram program;
  private boolean frozen;

  MockService(MockBus bus, String name, String path, RunningProgram program) {
    this.bus = bus;
    this.name = name;
    this.path = path;
    this.program = program;
  }

  /**
   * @param code Python: what it leaves in {@code ret} is the answer, {@code args} are the
   *     arguments, {@code self} keeps what is to be kept
   */
  public MockService method(String type, String method, String in, String out, String code) {
    on(
        path,
        "AddMethod('%s', '%s', '%s', '%s', %s)"
            .formatted(type, method, in, out, "r'''" + code + "\n'''"));
    return this;
  }

  /**
   * Calls a method of python-dbusmock's control interface on one of the service's objects.
   *
   * @param call Python, as {@code EmitSignal('', 'Lock', '', [])}
   */
  public void on(String object, String call) {
    bus.python("ret = mock('%s', '%s').%s".formatted(name, object, call));
  }

  /** The same on its main object. */
  public void does(String call) {
    on(path, call);
  }

  /**
   * Calls one of its own methods, as a program on the bus would.
   *
   * @param arguments Python, separated by commas
   */
  public String call(String type, String method, String arguments) {
    return bus.python(
        "ret = dbus.Interface(bus.get_object('%s', '%s'), '%s').%s(%s)"
            .formatted(name, path, type, method, arguments));
  }

  /** It crashes. */
  public void kill() {
    program.kill();
    frozen = false;
  }

  /** It stands still, its name and its connection kept. */
  public void freeze() {
    signal("-STOP");
    frozen = true;
  }

  public void thaw() {
    signal("-CONT");
    frozen = false;
  }

  private void signal(String signal) {
    Tools.run(SIGNALLED, List.of("kill", signal, Long.toString(program.pid())));
  }

  @Override
  public void close() {
    // Others may end at any moment, as when their bus has died.
    if (frozen) {
      thaw();
    }
    program.close();
    bus.awaitGone(name);
  }
}
