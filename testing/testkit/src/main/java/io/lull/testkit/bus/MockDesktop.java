package io.lull.testkit.bus;

import java.time.Duration;

/** Stand-ins for the services of desktops that tell of locks, of inhibitors and of idle time. */
public final class MockDesktop {
  private static final String GNOME = "org.gnome.SessionManager";
  private static final String GNOME_PATH = "/org/gnome/SessionManager";
  private static final String POLICY = "org.kde.Solid.PowerManagement.PolicyAgent";
  private static final String POLICY_PATH = "/org/kde/Solid/PowerManagement/PolicyAgent";
  private static final String SAVER = "org.freedesktop.ScreenSaver";

  private MockDesktop() {}

  /** KDE's screen locker, unlocked, its session idle for so long. */
  public static MockService kdeScreenSaver(MockBus bus, Duration idle) {
    final String now = "import time\nnow = time.monotonic()\n";
    final MockService service =
        bus.service(SAVER, "/ScreenSaver", SAVER)
            .method(SAVER, "GetActive", "", "b", "ret = getattr(self, 'locked', False)")
            .method(
                SAVER,
                "SetActive",
                "b",
                "",
                """
                self.locked = args[0]
                self.EmitSignal('', 'ActiveChanged', 'b', [args[0]])
                """)
            .method(
                SAVER,
                "GetSessionIdleTime",
                "",
                "u",
                now + "ret = int((now - getattr(self, 'last', now)) * 1000)")
            .method(SAVER, "Idle", "u", "", now + "self.last = now - args[0] / 1000");
    kdeIdle(service, idle);
    return service;
  }

  /** The owner of the KDE session was last active so long ago. */
  public static void kdeIdle(MockService screenSaver, Duration idle) {
    screenSaver.call(SAVER, "Idle", "dbus.UInt32(" + idle.toMillis() + ")");
  }

  public static void kdeLock(MockService screenSaver, boolean locked) {
    screenSaver.call(SAVER, "SetActive", locked ? "True" : "False");
  }

  /** GNOME's screen lock, unlocked. */
  public static MockService gnomeScreenSaver(MockBus bus) {
    return bus.template("gnome_screensaver", "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver");
  }

  public static void gnomeLock(MockService screenSaver, boolean locked) {
    screenSaver.call("org.gnome.ScreenSaver", "SetActive", locked ? "True" : "False");
  }

  /** GNOME's session manager, with nothing inhibited. */
  public static MockService gnomeSession(MockBus bus) {
    return bus.service(GNOME, GNOME_PATH, GNOME)
        .method(
            GNOME,
            "IsInhibited",
            "u",
            "b",
            """
            ret = False
            for f in getattr(self, 'flags', {}).values():
                ret = ret or bool(f & args[0])
            """)
        .method(
            GNOME,
            "GetInhibitors",
            "",
            "ao",
            "ret = dbus.Array([dbus.ObjectPath(p) for p in getattr(self, 'flags', {})],"
                + " signature='o')")
        .method(
            GNOME,
            "Add",
            "ssu",
            "",
            """
            p = '%s/Inhibitor%%d' %% len(objects)
            i = '%s.Inhibitor'
            self.AddObject(p, i, {}, [
                ('GetAppId', '', 's', 'ret = %%r' %% str(args[0])),
                ('GetReason', '', 's', 'ret = %%r' %% str(args[1])),
                ('GetFlags', '', 'u', 'ret = %%d' %% args[2])])
            self.flags = dict(getattr(self, 'flags', {}), **{p: int(args[2])})
            self.EmitSignal('', 'InhibitorAdded', 'o', [dbus.ObjectPath(p)])
            """
                .formatted(GNOME_PATH, GNOME))
        .method(
            GNOME,
            "Clear",
            "",
            "",
            """
            gone, self.flags = getattr(self, 'flags', {}), {}
            for p in gone:
                self.RemoveObject(p)
                self.EmitSignal('', 'InhibitorRemoved', 'o', [dbus.ObjectPath(p)])
            """);
  }

  /**
   * @param flags 8: the screen; 4: sleep
   */
  public static void gnomeInhibit(MockService session, String app, String reason, int flags) {
    session.call(GNOME, "Add", "'%s', '%s', dbus.UInt32(%d)".formatted(app, reason, flags));
  }

  public static void gnomeInhibitNothing(MockService session) {
    session.call(GNOME, "Clear", "");
  }

  /** KDE's power management, with nothing inhibited. */
  public static MockService kdePower(MockBus bus) {
    return bus.service(POLICY, POLICY_PATH, POLICY)
        .method(
            POLICY,
            "HasInhibition",
            "u",
            "b",
            "ret = bool(getattr(self, 'held', [])) and bool(getattr(self, 'types', 0) & args[0])")
        .method(
            POLICY,
            "ListInhibitions",
            "",
            "a(ss)",
            "ret = dbus.Array(getattr(self, 'held', []), signature='(ss)')")
        .method(
            POLICY,
            "Hold",
            "a(ss)u",
            "",
            """
            self.held, self.types = args[0], args[1]
            self.EmitSignal('', 'InhibitionsChanged', 'a(ss)as',
                [dbus.Array(args[0], signature='(ss)'), dbus.Array([], signature='s')])
            """);
  }

  /**
   * @param types 4: the screen; 1: sleep
   */
  public static void kdeInhibit(MockService power, String who, String why, int types) {
    power.call(POLICY, "Hold", "[('%s', '%s')], dbus.UInt32(%d)".formatted(who, why, types));
  }

  public static void kdeInhibitNothing(MockService power) {
    power.call(POLICY, "Hold", "dbus.Array([], signature='(ss)'), dbus.UInt32(0)");
  }
}
