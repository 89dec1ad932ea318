package io.lull.testkit.bus;

/** A stand-in for logind with sessions that come, go, lock, idle and inhibit as told. */
public final class MockLogind implements AutoCloseable {
  private static final String NAME = "org.freedesktop.login1";
  private static final String OBJECT = "/org/freedesktop/login1";
  private static final String MANAGER = NAME + ".Manager";
  private static final String SESSION = NAME + ".Session";

  private final MockService service;

  private MockLogind(MockService service) {
    this.service = service;
  }

  public static MockLogind on(MockBus bus) {
    final MockService service = bus.template("logind", NAME, OBJECT);
    service.does("AddProperty('" + MANAGER + "', 'BlockInhibited', '')");
    // Inhibitors are held by open files, which a test has no use for.
    service.method(
        MANAGER,
        "ListInhibitors",
        "",
        "a(ssssuu)",
        "ret = dbus.Array(getattr(self, 'held', []), signature='(ssssuu)')");
    service.method(MANAGER, "SetHeld", "a(ssssuu)", "", "self.held = args[0]");
    service.method(
        MANAGER,
        "SetSeat",
        "os",
        "",
        "objects[args[0]].props['"
            + SESSION
            + "']['Seat'] = dbus.Struct((args[1], dbus.ObjectPath('/')), signature='so')");
    return new MockLogind(service);
  }

  /** The service itself, to let it die, stand still or say what it should not. */
  public MockService service() {
    return service;
  }

  /**
   * Somebody logs in.
   *
   * @param seat empty: from another machine
   * @param type as logind has it: {@code x11}, {@code wayland}, {@code tty}
   */
  public void login(String id, String user, String type, String seat) {
    login(id, user, type, seat, "user");
  }

  /**
   * @param kind as logind has it: {@code user}, {@code greeter}, {@code background} and so on
   */
  public void login(String id, String user, String type, String seat, String kind) {
    service.does("AddSession('%s', 'seat0', dbus.UInt32(1000), '%s', True)".formatted(id, user));
    seat(id, seat);
    set(
        id,
        "'Type': '%s', 'Class': '%s', 'Remote': %s".formatted(type, kind, python(seat.isEmpty())));
    signal("SessionNew", id);
  }

  /** Moves it, without a word. */
  public void seat(String id, String seat) {
    service.call(MANAGER, "SetSeat", "dbus.ObjectPath('%s'), '%s'".formatted(session(id), seat));
  }

  public void logout(String id) {
    service.does("RemoveObject('" + session(id) + "')");
    signal("SessionRemoved", id);
  }

  private void signal(String name, String id) {
    service.does(
        "EmitSignal('%s', '%s', 'so', ['%s', dbus.ObjectPath('%s')])"
            .formatted(MANAGER, name, id, session(id)));
  }

  /**
   * Changes properties of a session, which it tells.
   *
   * @param properties a Python dictionary's entries
   */
  public void set(String id, String properties) {
    service.on(session(id), "UpdateProperties('" + SESSION + "', {" + properties + "})");
  }

  public void idle(String id, boolean idle) {
    set(id, "'IdleHint': " + python(idle));
  }

  /**
   * @param micros of the system's monotonic clock
   */
  public void idleSince(String id, long micros) {
    set(id, "'IdleHint': True, 'IdleSinceHintMonotonic': dbus.UInt64(%d)".formatted(micros));
  }

  public void locked(String id, boolean locked) {
    set(id, "'LockedHint': " + python(locked));
  }

  /** {@code Lock} or {@code Unlock}. */
  public void sessionSignal(String id, String signal) {
    service.on(session(id), "EmitSignal('" + SESSION + "', '" + signal + "', '', [])");
  }

  /** Before the machine sleeps, and when it wakes up. */
  public void prepareForSleep(boolean about) {
    service.does(
        "EmitSignal('%s', 'PrepareForSleep', 'b', [%s])".formatted(MANAGER, python(about)));
  }

  /** Nothing but this inhibitor is held from now on. */
  public void inhibit(String what, String who, String why, String mode) {
    held("[('%s', '%s', '%s', '%s', 1000, 4711)]".formatted(what, who, why, mode), what);
  }

  public void inhibitNothing() {
    held("dbus.Array([], signature='(ssssuu)')", "");
  }

  private void held(String list, String what) {
    service.call(MANAGER, "SetHeld", list);
    service.does("UpdateProperties('%s', {'BlockInhibited': '%s'})".formatted(MANAGER, what));
  }

  private static String python(boolean value) {
    return value ? "True" : "False";
  }

  private static String session(String id) {
    return OBJECT + "/session/" + id;
  }

  @Override
  public void close() {
    service.close();
  }
}
