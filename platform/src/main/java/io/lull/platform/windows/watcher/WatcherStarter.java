package io.lull.platform.windows.watcher;

import io.lull.platform.windows.session.LoggedInSessions;
import io.lull.platform.windows.watcher.SessionProcesses.Running;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a watcher in every usable session, as long as somebody is logged in there. One that ends
 * is restarted, with growing pauses while it keeps ending. For one thread.
 */
final class WatcherStarter {
  private static final Logger LOG = LoggerFactory.getLogger(WatcherStarter.class);
  static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  static final Duration LAST_RETRY = Duration.ofMinutes(5);

  /** A watcher that ran this long started successfully. */
  static final Duration LONG_LIFE = Duration.ofMinutes(1);

  /** The agent hears no more. */
  static final int MOST_WATCHERS = 32;

  private final SessionProcesses processes;
  private final Map<Integer, Watched> watched = new HashMap<>();

  private static final class Watched {
    private @Nullable Running running;
    private long startedNanos;
    private long startNanos;
    private Duration retry = FIRST_RETRY;
    private String complaint = "";
  }

  WatcherStarter(SessionProcesses processes) {
    this.processes = processes;
  }

  /** Call this each second or so. */
  void tend(LoggedInSessions sessions, long nowNanos) {
    watched
        .entrySet()
        .removeIf(each -> {
          final boolean over = !sessions.loggedIn().contains(each.getKey());
          if (over) {
            end(each.getKey(), each.getValue());
          }
          return over;
        });
    watched.forEach((session, each) -> bury(session, each, nowNanos));
    for (final int session : sessions.usable()) {
      if (watched.containsKey(session) || watched.size() < MOST_WATCHERS) {
        start(session, watched.computeIfAbsent(session, _ -> fresh(nowNanos)), nowNanos);
      }
    }
  }

  private static Watched fresh(long nowNanos) {
    final Watched fresh = new Watched();
    fresh.startNanos = nowNanos;
    return fresh;
  }

  private static void bury(int session, Watched each, long nowNanos) {
    final Running running = each.running;
    if (running != null && running.ended()) {
      running.end();
      each.running = null;
      if (nowNanos - each.startedNanos >= LONG_LIFE.toNanos()) {
        each.retry = FIRST_RETRY;
      }
      postpone(each, nowNanos);
      LOG.warn("the watcher of session {} has ended, though the session has not", session);
    }
  }

  private void start(int session, Watched each, long nowNanos) {
    if (each.running != null || nowNanos - each.startNanos < 0) {
      return;
    }
    try {
      each.running = processes.start(session);
      each.startedNanos = nowNanos;
      each.complaint = "";
      LOG.info("session {} has a watcher", session);
    } catch (RuntimeException | LinkageError e) {
      postpone(each, nowNanos);
      final String complaint = String.valueOf(e.getMessage());
      if (!each.complaint.equals(complaint)) {
        each.complaint = complaint;
        LOG.warn("cannot start a watcher in session {}: {}", session, complaint);
      }
    }
  }

  private static void postpone(Watched each, long nowNanos) {
    each.startNanos = nowNanos + each.retry.toNanos();
    final Duration doubled = each.retry.multipliedBy(2);
    each.retry = doubled.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : doubled;
  }

  private static void end(int session, Watched each) {
    if (each.running != null) {
      LOG.debug("session {} has ended, and so has its watcher", session);
      each.running.end();
      each.running = null;
    }
  }

  /** Ends all. */
  void end() {
    watched.forEach(WatcherStarter::end);
    watched.clear();
  }
}
