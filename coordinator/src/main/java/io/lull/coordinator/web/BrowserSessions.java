package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Sessions of signed-in browsers, by the hash of their cookie. Known to this process alone. Any
 * thread.
 */
final class BrowserSessions {
  /** A working day and its breaks. */
  static final Duration LENGTH = Duration.ofHours(12);

  /** Browsers of one person; then the one that was not used for longest goes. */
  static final int MAX_OF_PERSON = 10;

  /** In all; then the one that was not used for longest goes. */
  static final int MAX = 2000;

  private final Clock clock;

  /** The one that was not used for longest first. */
  private final Map<ByteString, Session> open = new LinkedHashMap<>(16, 0.75f, true);

  BrowserSessions(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param endMillis since 1970, to be shown
   */
  record Session(PageUser user, long endNanos, long endMillis) {}

  synchronized Session begin(ByteString hash, PageUser user) {
    dropOver();
    if (open.values().stream().filter(session -> session.user().key().equals(user.key())).count()
        >= MAX_OF_PERSON) {
      dropFirst(session -> session.user().key().equals(user.key()));
    }
    if (open.size() >= MAX) {
      dropFirst(_ -> true);
    }
    final Session session =
        new Session(
            user, clock.nanos() + LENGTH.toNanos(), clock.epochMillis() + LENGTH.toMillis());
    open.put(hash, session);
    return session;
  }

  synchronized Optional<Session> find(ByteString hash) {
    final Session session = open.get(hash);
    if (session != null && session.endNanos() - clock.nanos() <= 0) {
      open.remove(hash);
      return Optional.empty();
    }
    return Optional.ofNullable(session);
  }

  synchronized Optional<Session> end(ByteString hash) {
    return Optional.ofNullable(open.remove(hash));
  }

  /** Whether there were any. */
  synchronized boolean endOf(ByteString key) {
    return open.values().removeIf(session -> session.user().key().equals(key));
  }

  synchronized int size() {
    return open.size();
  }

  private void dropFirst(Predicate<Session> which) {
    final Iterator<Session> each = open.values().iterator();
    while (each.hasNext()) {
      if (which.test(each.next())) {
        each.remove();
        return;
      }
    }
  }

  private void dropOver() {
    final long now = clock.nanos();
    open.values().removeIf(session -> session.endNanos() - now <= 0);
  }
}
