package io.lull.agent.watcher;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.platform.session.SessionMessages;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.SessionWorking;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of one watcher's connection. A peer may speak for the session that it runs in, where
 * the system tells, else only for its own user's sessions; root for any. One user may speak for the
 * computer's own input devices. For one thread.
 */
final class Watcher {
  private static final int BURST = 100;
  private static final int A_SECOND = 50;
  private static final int MAX_SOURCES = 8;
  private static final int MAX_WORD = 40;

  /** The label of the one that watches them. */
  static final String DEVICES = "the input devices";

  private static final Duration HELLO_WITHIN = Duration.ofSeconds(5);
  private static final int SILENT_PACES = 3;

  private final WatcherIdentity speaker;
  private final KnownSessions sessions;
  private final Optional<String> deviceUser;
  private final long connectedNanos;
  private final TokenBucket bucket;
  private final Map<String, String> names = new HashMap<>();
  private String session = "";
  private String label = "";
  private boolean ofDevices;
  private long heardNanos;

  /**
   * @param speaker according to the system
   * @param deviceUser who may speak for the computer's own input devices; empty: nobody
   */
  Watcher(
      WatcherIdentity speaker, KnownSessions sessions, Optional<String> deviceUser, long nowNanos) {
    this.speaker = speaker;
    this.sessions = sessions;
    this.deviceUser = deviceUser;
    this.connectedNanos = nowNanos;
    this.heardNanos = nowNanos;
    this.bucket = new TokenBucket(BURST, A_SECOND, nowNanos);
  }

  /** The result of a message. */
  sealed interface Outcome {
    record Accepted() implements Outcome {}

    record Told(InputSignal signal) implements Outcome {}

    record Nothing() implements Outcome {}

    /** The session has ended. */
    record Ended() implements Outcome {}

    /**
     * @param why one line
     */
    record Refused(String why) implements Outcome {}
  }

  /** For people: the owner of its process. */
  String who() {
    return speaker.name();
  }

  /** For people and logs: {@code session 3 (ada, x11 :0)}; empty before hello. */
  String label() {
    return label;
  }

  /** The session that it watches; empty: there is no list of sessions. */
  String session() {
    return session;
  }

  Outcome on(FromSession message, long nowNanos) {
    if (!bucket.take(nowNanos)) {
      return new Outcome.Refused("more was said than " + A_SECOND + " things a second");
    }
    heardNanos = nowNanos;
    if (message.hasHello() == greeted()) {
      return new Outcome.Refused(
          greeted() ? "hello was said twice" : "the first message must be hello");
    }
    return switch (message.getSaidCase()) {
      case HELLO -> greet(message.getHello());
      case BYE -> new Outcome.Ended();
      default -> tell(message, nowNanos);
    };
  }

  boolean greeted() {
    return !label.isEmpty();
  }

  private Outcome greet(SessionHello hello) {
    final String what = word(hello.getKind()) + " " + word(hello.getDisplay());
    if (hello.getVersion() != SessionMessages.VERSION) {
      return new Outcome.Refused(
          "this agent speaks version "
              + SessionMessages.VERSION
              + " of the watchers' language, not "
              + hello.getVersion());
    }
    if (hello.getKind().equals(WatchedSession.DEVICES)) {
      if (!speaker.maySpeakForDevices(deviceUser)) {
        return new Outcome.Refused(
            speaker.name() + " does not watch the input devices of this computer");
      }
      ofDevices = true;
      label = DEVICES;
      return new Outcome.Accepted();
    }
    if (!sessions.listed()) {
      label = word(speaker.name()) + "'s session (" + what.strip() + ")";
      return new Outcome.Accepted();
    }
    final Optional<UserSession> found =
        hello.getSession().isEmpty() ? own(hello) : sessions.session(hello.getSession());
    if (found.isEmpty()) {
      return new Outcome.Refused(
          hello.getSession().isEmpty()
              ? speaker.name()
                  + " does not have exactly one such session, so the watcher must name it"
              : "there is no session " + word(hello.getSession()) + " here");
    }
    final UserSession known = found.get();
    if (!speaker.maySpeakFor(known.id(), known.user())) {
      return new Outcome.Refused(
          speaker.namesSession()
              ? "a watcher of " + speaker.name() + " speaks for no other"
              : "session " + word(known.id()) + " is not one of " + speaker.name() + "'s");
    }
    session = known.id();
    label = "session " + word(known.id()) + " (" + word(known.user()) + ", " + what.strip() + ")";
    return new Outcome.Accepted();
  }

  /** A watcher started by the system's service manager does not know its session's name. */
  private Optional<UserSession> own(SessionHello hello) {
    if (speaker.namesSession()) {
      return sessions.session(speaker.session());
    }
    final List<UserSession> fitting =
        sessions.ofUser(speaker.user()).stream()
            .filter(each -> each.kind().name().equalsIgnoreCase(hello.getKind()))
            .toList();
    return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
  }

  private static String word(String said) {
    final String clean = SessionMessages.text(said).strip();
    return clean.length() > MAX_WORD ? clean.substring(0, MAX_WORD) : clean;
  }

  private Outcome tell(FromSession message, long nowNanos) {
    final Optional<InputSignal> signal =
        SessionMessages.fromWire(
            message, source -> name(source, message), this::coverage, nowNanos);
    if (names.size() > MAX_SOURCES) {
      return new Outcome.Refused("a session has no more than " + MAX_SOURCES + " sources");
    }
    if (signal.orElse(null) instanceof InputSignal.Gone gone) {
      names.values().remove(gone.source());
    }
    return signal.<Outcome>map(Outcome.Told::new).orElseGet(Outcome.Nothing::new);
  }

  private Set<Coverage> coverage(SessionWorking working) {
    if (ofDevices) {
      return SessionMessages.seenDevices(working);
    }
    return working.getSeesInput() ? Set.of(new Coverage.Session(session)) : Set.of();
  }

  /** The source that sees the input has the session's own name; the others add their kind. */
  private String name(String source, FromSession message) {
    if (ofDevices) {
      return names.computeIfAbsent(source, Watcher::word);
    }
    if (message.hasWorking() && message.getWorking().getSeesInput()) {
      return names.computeIfAbsent(
          source, _ -> names.containsValue(label) ? beside(source) : label);
    }
    return names.computeIfAbsent(source, _ -> beside(source));
  }

  private String beside(String source) {
    return label + ": " + word(source);
  }

  /** When the next message is due, initially hello. */
  long deadlineNanos(Duration pace, long pacedNanos) {
    if (!greeted()) {
      return connectedNanos + HELLO_WITHIN.toNanos();
    }
    final long from = pacedNanos - heardNanos > 0 ? pacedNanos : heardNanos;
    return from + pace.multipliedBy(SILENT_PACES).toNanos();
  }

  /** The name of its signals' source. */
  Set<String> names() {
    return new TreeSet<>(names.values());
  }

  /** It is not read any more, though its session may continue. */
  List<InputSignal> lost(String why) {
    return names().stream().<InputSignal>map(name -> new InputSignal.Lost(name, why)).toList();
  }

  /** Its session has ended; devices are still there. */
  List<InputSignal> ended() {
    if (ofDevices) {
      return lost("its watcher has ended");
    }
    return names().stream().<InputSignal>map(InputSignal.Gone::new).toList();
  }
}
