package io.lull.testkit.bus;

import java.time.Duration;

/** A stand-in for the idle monitor of GNOME's compositor. */
public final class MockMutter implements AutoCloseable {
  private static final String NAME = "org.gnome.Mutter.IdleMonitor";
  private static final String OBJECT = "/org/gnome/Mutter/IdleMonitor/Core";

  private final MockService service;

  private MockMutter(MockService service) {
    this.service = service;
  }

  /**
   * @param idle for how long its session has been
   */
  public static MockMutter on(MockBus bus, Duration idle) {
    final MockService service = bus.service(NAME, OBJECT, NAME);
    final String now = "import time\nnow = time.monotonic()\n";
    service.method(
        NAME, "GetIdletime", "", "t", now + "ret = int((now - getattr(self, 'last', now)) * 1000)");
    service.method(
        NAME,
        "AddUserActiveWatch",
        "",
        "u",
        """
        self.ids = getattr(self, 'ids', 0) + 1
        self.watches = getattr(self, 'watches', []) + [self.ids]
        ret = self.ids
        """);
    service.method(
        NAME,
        "Input",
        "",
        "u",
        """
        import time
        self.last = time.monotonic()
        fired, self.watches = getattr(self, 'watches', []), []
        for w in fired:
            self.EmitSignal('', 'WatchFired', 'u', [dbus.UInt32(w)])
        ret = len(fired)
        """);
    service.method(NAME, "Idle", "u", "", now + "self.last = now - args[0] / 1000");
    service.call(NAME, "Idle", "dbus.UInt32(" + idle.toMillis() + ")");
    return new MockMutter(service);
  }

  /** The service itself, to let it die, stand still or say what it should not. */
  public MockService service() {
    return service;
  }

  /** The owner touches something. */
  public void input() {
    service.call(NAME, "Input", "");
  }

  @Override
  public void close() {
    service.close();
  }
}
