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
 * The browsers that are signed in, by the hash of what each of them shows. Known to this process
 * alone. Any thread.
 */
final class Visits {
  /** A working day and its breaks. */
  static final Duration LENGTH = Duration.ofHours(12);

  /** Browsers of one person; then the one that was not used for longest goes. */
  static final int MAX_OF_PERSON = 10;

  /** In all; then the one that was not used for longest goes. */
  static final int MAX = 2000;

  private final Clock clock;

  /** The one that was not used for longest first. */
  private final Map<ByteString, Visit> open = new LinkedHashMap<>(16, 0.75f, true);

  Visits(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param endMillis since 1970, to be shown
   */
  record Visit(Visitor visitor, long endNanos, long endMillis) {}

  synchronized Visit begin(ByteString hash, Visitor visitor) {
    dropOver();
    if (open.values().stream().filter(visit -> visit.visitor().key().equals(visitor.key())).count()
        >= MAX_OF_PERSON) {
      dropFirst(visit -> visit.visitor().key().equals(visitor.key()));
    }
    if (open.size() >= MAX) {
      dropFirst(_ -> true);
    }
    final Visit visit =
        new Visit(
            visitor, clock.nanos() + LENGTH.toNanos(), clock.epochMillis() + LENGTH.toMillis());
    open.put(hash, visit);
    return visit;
  }

  synchronized Optional<Visit> find(ByteString hash) {
    final Visit visit = open.get(hash);
    if (visit != null && visit.endNanos() - clock.nanos() <= 0) {
      open.remove(hash);
      return Optional.empty();
    }
    return Optional.ofNullable(visit);
  }

  synchronized Optional<Visit> end(ByteString hash) {
    return Optional.ofNullable(open.remove(hash));
  }

  /** Whether there were any. */
  synchronized boolean endOf(ByteString key) {
    return open.values().removeIf(visit -> visit.visitor().key().equals(key));
  }

  synchronized int size() {
    return open.size();
  }

  private void dropFirst(Predicate<Visit> which) {
    final Iterator<Visit> each = open.values().iterator();
    while (each.hasNext()) {
      if (which.test(each.next())) {
        each.remove();
        return;
      }
    }
  }

  private void dropOver() {
    final long now = clock.nanos();
    open.values().removeIf(visit -> visit.endNanos() - now <= 0);
  }
}
