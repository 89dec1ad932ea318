package io.lull.platform.linux.dbus;

import io.lull.platform.input.UserSession;
import io.lull.protocol.time.Clock;
import java.util.Map;
import java.util.Set;

/**
 * A session according to logind, see org.freedesktop.login1(5).
 *
 * @param people a person's, not a greeter's or a background service's
 * @param active whether it is in front at its seat
 * @param idle whether its desktop says so; many never do
 * @param idleSince when that began
 */
record LogindSession(
    UserSession session, boolean people, boolean active, boolean idle, Since idleSince) {
  private static final Set<String> NOBODY =
      Set.of(
          "greeter",
          "lock-screen",
          "background",
          "background-light",
          "manager",
          "manager-early",
          "none");

  /** Microseconds, by both of the system's clocks; 0: not known. */
  record Since(long monotonicMicros, long wallMicros) {
    /** On Linux the clock's nanoseconds count from the same start as the monotonic clock. */
    long nanos(Clock clock) {
      final long now = clock.nanos();
      final long monotonic = monotonicMicros * 1000;
      if (monotonicMicros > 0 && monotonicMicros < Long.MAX_VALUE / 1000 && monotonic <= now) {
        return monotonic;
      }
      final long ageMillis = clock.epochMillis() - wallMicros / 1000;
      return wallMicros <= 0 || ageMillis < 0 ? now : now - ageMillis * 1_000_000;
    }
  }

  static LogindSession of(Map<Object, Object> properties) throws BusRefusal {
    final String state = text(properties, "State");
    return new LogindSession(
        new UserSession(
            text(properties, "Id"),
            text(properties, "Name"),
            kind(text(properties, "Type")),
            BusValues.text(BusValues.at(BusValues.list(needed(properties, "Seat")), 0)),
            BusValues.flag(needed(properties, "Remote")),
            flag(properties, "LockedHint")),
        // A closing session has no user: programs that they started outlive it.
        !state.equals("closing") && !NOBODY.contains(text(properties, "Class")),
        flag(properties, "Active"),
        flag(properties, "IdleHint"),
        new Since(
            number(properties, "IdleSinceHintMonotonic"), number(properties, "IdleSinceHint")));
  }

  boolean local() {
    return !session.remote() && !session.seat().isEmpty();
  }

  private static UserSession.Kind kind(String type) {
    return switch (type) {
      case "x11" -> UserSession.Kind.X11;
      case "wayland" -> UserSession.Kind.WAYLAND;
      case "tty" -> UserSession.Kind.TERMINAL;
      default -> UserSession.Kind.UNKNOWN;
    };
  }

  private static Object needed(Map<Object, Object> properties, String name) throws BusRefusal {
    final Object value = properties.get(name);
    if (value == null) {
      throw BusRefusal.misunderstood("logind tells of a session without " + name);
    }
    return value;
  }

  private static String text(Map<Object, Object> properties, String name) throws BusRefusal {
    return BusValues.text(needed(properties, name));
  }

  private static boolean flag(Map<Object, Object> properties, String name) throws BusRefusal {
    return BusValues.flag(properties.getOrDefault(name, false));
  }

  private static long number(Map<Object, Object> properties, String name) throws BusRefusal {
    return BusValues.number(properties.getOrDefault(name, 0L));
  }
}
