package io.lull.agent.core.owner;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.UserSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What an onlooker who only hears the events knows for certain: when the owner must be taken to be
 * there. It keeps its own books, so that those of the node can be wrong.
 */
final class Truth {
  private static final Duration LOCKED = Duration.ofSeconds(60);

  private final Map<String, Set<Coverage>> seeing = new HashMap<>();
  private final Map<String, Set<Coverage>> blind = new HashMap<>();
  private final Map<String, UserSession> sessions = new HashMap<>();
  private final Set<String> engaged = new HashSet<>();
  private boolean listed;
  private boolean locked;
  private boolean exclusive;
  private boolean onBattery;
  private boolean saver;
  private long pausedUntilEpochMillis;
  private long lastActiveNanos;

  Truth(long nowNanos) {
    lastActiveNanos = nowNanos;
  }

  void hear(NodeEvent event, Moment now, boolean knock) {
    switch (event) {
      case NodeEvent.Input e -> {
        if (!knock) {
          active(Math.min(e.nanos(), now.nanos()));
        }
      }
      case NodeEvent.SourceHealth e when e.working() -> works(e);
      case NodeEvent.SourceHealth e -> {
        final Set<Coverage> saw = seeing.remove(e.source());
        if (saw != null) {
          blind.put(e.source(), saw);
        }
      }
      case NodeEvent.SourceGone e -> {
        final Set<Coverage> lost = blind.remove(e.source());
        final Set<Coverage> saw = lost == null ? seeing.remove(e.source()) : lost;
        tellsAgain(e.source());
        if (saw != null && saw.contains(new Coverage.SessionList())) {
          blind.put(e.source(), saw);
        }
      }
      case NodeEvent.SessionSeen e -> sessions.put(e.session().id(), e.session());
      case NodeEvent.SessionEnded e -> sessions.remove(e.id());
      case NodeEvent.Engaged e -> {
        if (e.on()) {
          engaged.add(e.source() + e.how() + e.by());
        } else {
          engaged.removeIf(each -> each.startsWith(e.source() + e.how()));
        }
      }
      case NodeEvent.Lock _ -> locked = true;
      case NodeEvent.Unlock _, NodeEvent.Slept _ -> active(now.nanos());
      case NodeEvent.Pause e when !e.afterGuests() -> pausedUntilEpochMillis = e.untilEpochMillis();
      case NodeEvent.Resume _ -> pausedUntilEpochMillis = 0;
      case NodeEvent.ExclusiveProgram e -> exclusive = !e.name().isEmpty();
      case NodeEvent.Power e -> {
        onBattery = !e.state().mains();
        saver = e.state().saver();
      }
      default -> {}
    }
  }

  private void works(NodeEvent.SourceHealth event) {
    final Set<Coverage> before = blind.remove(event.source());
    if (seeing.put(event.source(), event.coverage()) == null) {
      tellsAgain(event.source());
    }
    if (event.coverage().contains(new Coverage.SessionList())) {
      listed = true;
    }
    if (before != null && before.contains(new Coverage.SessionList())) {
      sessions.clear();
    }
  }

  /** What it told of before is told again, if it is still so. */
  private void tellsAgain(String source) {
    engaged.removeIf(each -> each.startsWith(source));
  }

  void woke(Moment now) {
    active(now.nanos());
  }

  private void active(long nanos) {
    lastActiveNanos = Math.max(lastActiveNanos, nanos);
  }

  /** In the times of the test, wherever a knock was not told as input. */
  boolean present(Moment now, Duration idleAfter) {
    final Duration least = locked && idleAfter.compareTo(LOCKED) > 0 ? LOCKED : idleAfter;
    return now.nanos() - lastActiveNanos < least.toNanos()
        || now.epochMillis() < pausedUntilEpochMillis
        || exclusive
        || onBattery
        || saver
        || !engaged.isEmpty()
        || unseen();
  }

  @Override
  public String toString() {
    return "seeing "
        + seeing
        + ", blind "
        + blind
        + ", "
        + sessions.keySet()
        + ", engaged "
        + engaged
        + ", battery "
        + onBattery
        + ", saver "
        + saver
        + ", exclusive "
        + exclusive
        + ", paused until "
        + pausedUntilEpochMillis
        + ", active at "
        + lastActiveNanos;
  }

  private boolean unseen() {
    final boolean input =
        seeing.values().stream()
            .flatMap(Set::stream)
            .anyMatch(c -> !c.equals(new Coverage.SessionList()));
    if (!input) {
      return true;
    }
    if (!listed) {
      return blind.values().stream().flatMap(Set::stream).anyMatch(c -> !seesToo(c));
    }
    final boolean lists =
        seeing.values().stream().anyMatch(c -> c.contains(new Coverage.SessionList()));
    return !lists || sessions.values().stream().anyMatch(s -> !sees(s));
  }

  private boolean seesToo(Coverage lost) {
    return seeing.values().stream()
        .flatMap(Set::stream)
        .anyMatch(c -> c.equals(lost) || c.equals(new Coverage.Everything()));
  }

  private boolean sees(UserSession session) {
    final Set<Coverage> good = new HashSet<>();
    good.add(new Coverage.Everything());
    good.add(new Coverage.Session(session.id()));
    if (session.kind() == UserSession.Kind.TERMINAL) {
      good.add(new Coverage.Terminals());
    } else if (!session.remote() && !session.seat().isEmpty()) {
      good.add(new Coverage.Seats());
    }
    return seeing.values().stream().flatMap(Set::stream).anyMatch(good::contains);
  }
}
