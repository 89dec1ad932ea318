package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Follows logind, see org.freedesktop.login1(5). */
final class LogindService implements BusService {
  private static final String SERVICE = "org.freedesktop.login1";
  private static final String OBJECT = "/org/freedesktop/login1";
  private static final String SESSIONS = OBJECT + "/session";
  private static final String MANAGER = SERVICE + ".Manager";
  private static final String SESSION = SERVICE + ".Session";
  private static final String CHANGED = "org.freedesktop.DBus.Properties.PropertiesChanged";
  private static final String OURSELVES = "Lull";

  /** Far more than any machine has; what cannot be followed is not guessed. */
  private static final int MAX_SESSIONS = 512;

  private static final int MAX_INHIBITORS = 16;
  private static final long ACTIVE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /** A list of sessions knows nothing about input: nothing about the past makes anybody active. */
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final SourceReporter voice;
  private final LogindHints hints;
  private final Clock clock;
  private final ScreenInhibitors keptOn;

  /** By the object path of each. */
  private Map<String, LogindSession> sessions = Map.of();

  private boolean lockedTold;
  private long nextActive;

  LogindService(SourceReporter voice, LogindHints hints, Clock clock) {
    this.voice = voice;
    this.hints = hints;
    this.clock = clock;
    this.keptOn = new ScreenInhibitors(voice);
  }

  @Override
  public String name() {
    return SERVICE;
  }

  @Override
  public List<String> signals() {
    return List.of(
        "interface='" + MANAGER + "',path='" + OBJECT + "'",
        "interface='org.freedesktop.DBus.Properties',path='" + OBJECT + "'",
        "interface='org.freedesktop.DBus.Properties',path_namespace='" + SESSIONS + "'",
        "interface='" + SESSION + "',path_namespace='" + SESSIONS + "'");
  }

  @Override
  public void absent() {
    voice.lost("logind is not on the bus of this system");
  }

  @Override
  public void lost(String why) {
    voice.lost(why);
  }

  /** After a loss the receiver has forgotten everything. */
  @Override
  public void came(BusConnection bus) throws IOException {
    final Map<String, LogindSession> now = list(bus);
    final List<String> inhibitors = inhibitors(bus);
    final Map<String, LogindSession> before = sessions;
    sessions = now;
    nextActive = clock.nanos();
    switch (hints) {
      case AS_SIGNS ->
          voice.working(
              "logind's list of sessions",
              lastInput(clock.nanos() - LONG_AGO.toNanos()),
              Set.of(new Coverage.SessionList()));
      case ALONE ->
          voice.working(
              "logind's idle hints, as rough as each desktop sets them",
              anyActive() ? clock.nanos() : lastInput(clock.nanos()),
              Set.of(new Coverage.Everything()));
    }
    tellChanges(before, true);
    lockedTold = false;
    tellLocked();
    keptOn.forgotten();
    keptOn.now(inhibitors);
  }

  @Override
  public void heard(BusConnection bus, BusMessage signal) throws IOException {
    switch (signal.member()) {
      case MANAGER + ".SessionNew", MANAGER + ".SessionRemoved" -> refresh(bus);
      case MANAGER + ".PrepareForSleep", MANAGER + ".PrepareForShutdown" ->
          voice.say(new InputSignal.Slept(voice.name()));
      case SESSION + ".Unlock" -> voice.active(clock.nanos());
      case CHANGED -> {
        if (signal.path().equals(OBJECT)) {
          keptOn.now(inhibitors(bus));
        } else {
          refresh(bus, signal.path());
        }
      }
      default -> {}
    }
  }

  @Override
  public void check(BusConnection bus) throws IOException {
    refresh(bus);
    keptOn.now(inhibitors(bus));
  }

  @Override
  public long dueNanos(long now) {
    return hints == LogindHints.ALONE && (anyActive() || anyTerminal())
        ? nextActive
        : BusService.super.dueNanos(now);
  }

  /** logind calculates a terminal's hint on request, and sends no signal. */
  @Override
  public void due(BusConnection bus) throws IOException {
    nextActive = clock.nanos() + ACTIVE_EVERY_NANOS;
    if (anyTerminal()) {
      refresh(bus);
    }
    if (anyActive()) {
      voice.active(clock.nanos());
    }
  }

  private boolean anyActive() {
    return sessions.values().stream().anyMatch(s -> s.people() && !s.idle());
  }

  private boolean anyTerminal() {
    return sessions.values().stream()
        .anyMatch(s -> s.people() && s.session().kind() == UserSession.Kind.TERMINAL);
  }

  /** Since the most recent session became idle. */
  private long lastInput(long otherwise) {
    return sessions.values().stream()
        .filter(s -> s.people() && s.idle())
        .map(s -> s.idleSince().nanos(clock))
        .reduce((a, b) -> a - b > 0 ? a : b)
        .filter(since -> since - otherwise > 0 || hints == LogindHints.ALONE)
        .orElse(otherwise);
  }

  private Map<String, LogindSession> list(BusConnection bus) throws IOException {
    final List<Object> listed =
        BusValues.list(bus.ask(new BusCall(SERVICE, OBJECT, MANAGER, "ListSessions")));
    if (listed.size() > MAX_SESSIONS) {
      throw BusRefusal.misunderstood(
          "logind tells of " + listed.size() + " sessions, which are too many to follow");
    }
    final Map<String, LogindSession> found = new TreeMap<>();
    for (final Object entry : listed) {
      final String path = BusValues.text(BusValues.at(BusValues.list(entry), 4));
      final LogindSession session = session(bus, path);
      if (session != null) {
        found.put(path, session);
      }
    }
    return found;
  }

  /** Null: it has ended since it was listed. */
  private @Nullable LogindSession session(BusConnection bus, String path) throws IOException {
    try {
      return LogindSession.of(
          BusValues.map(bus.ask(BusCall.properties(SERVICE, path, "GetAll"), SESSION)));
    } catch (BusRefusal e) {
      if (e.nothingThere()) {
        return null;
      }
      throw e;
    }
  }

  private List<String> inhibitors(BusConnection bus) throws IOException {
    final List<String> by = new ArrayList<>();
    final BusCall call = new BusCall(SERVICE, OBJECT, MANAGER, "ListInhibitors");
    for (final Object entry : BusValues.list(bus.ask(call))) {
      final List<Object> inhibitor = BusValues.list(entry);
      final String what = BusValues.text(BusValues.at(inhibitor, 0));
      final String who = BusValues.text(BusValues.at(inhibitor, 1));
      final String why = BusValues.text(BusValues.at(inhibitor, 2));
      final String mode = BusValues.text(BusValues.at(inhibitor, 3));
      if (List.of(what.split(":")).contains("idle")
          && mode.startsWith("block")
          && !who.equals(OURSELVES)
          && by.size() < MAX_INHIBITORS) {
        by.add(ScreenInhibitors.words(who, why));
      }
    }
    return by;
  }

  private void refresh(BusConnection bus) throws IOException {
    become(list(bus));
    tellLocked();
  }

  private void refresh(BusConnection bus, String path) throws IOException {
    final Map<String, LogindSession> now = new TreeMap<>(sessions);
    final LogindSession session = session(bus, path);
    if (session == null) {
      now.remove(path);
    } else {
      now.put(path, session);
    }
    become(now);
    tellLocked();
  }

  private void become(Map<String, LogindSession> now) {
    final Map<String, LogindSession> before = sessions;
    sessions = now;
    tellChanges(before, false);
  }

  private void tellChanges(Map<String, LogindSession> before, boolean tellAll) {
    final Map<String, LogindSession> now = sessions;
    before.forEach((path, was) -> {
      final LogindSession is = now.get(path);
      if (was.people() && (is == null || !is.people())) {
        voice.say(new InputSignal.SessionEnded(voice.name(), was.session().id()));
      }
    });
    now.forEach((path, is) -> {
      final LogindSession was = before.get(path);
      if (!is.people()) {
        return;
      }
      if (was == null || !was.people()) {
        voice.say(new InputSignal.SessionSeen(voice.name(), is.session()));
        return;
      }
      if (tellAll || !was.session().equals(is.session())) {
        voice.say(new InputSignal.SessionSeen(voice.name(), is.session()));
      }
      if (isSignOfOwner(was, is)) {
        voice.active(clock.nanos());
      }
    });
  }

  /** The user has touched the session, unlocked its screen, or brought it to the front. */
  private static boolean isSignOfOwner(LogindSession was, LogindSession is) {
    return (was.idle() && !is.idle())
        || (was.session().locked() && !is.session().locked())
        || (!was.active() && is.active());
  }

  private void tellLocked() {
    final List<LogindSession> local =
        sessions.values().stream().filter(s -> s.people() && s.local()).toList();
    final boolean locked = !local.isEmpty() && local.stream().allMatch(s -> s.session().locked());
    if (locked != lockedTold) {
      lockedTold = locked;
      voice.say(new InputSignal.Locked(voice.name(), locked));
    }
  }
}
