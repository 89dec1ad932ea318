package io.lull.reconfig.model;

import io.lull.protocol.wire.ReplicatedState;
import java.util.OptionalLong;

/**
 * Counts safe points, and holds the vote for the one that this worker will not pass, for any
 * program. The program's thread counts; any thread may read.
 *
 * <p>The two threads agree without a lock. The program's thread counts a safe point and then looks
 * whether an order is announced; whoever votes first announces one and then reads the count. So
 * whatever the count is, the program's thread looks after the next safe point.
 */
public final class SafePointCounter {
  private static final long NOT_KNOWN = -1;

  private volatile long passed;

  /** How many were behind when the present configuration came into force. */
  private volatile long entered;

  private volatile long last = NOT_KNOWN;
  private volatile boolean announced;

  /** Those that are behind. */
  public long passed() {
    return passed;
  }

  /** A configuration comes into force. */
  public void enter() {
    entered = passed;
  }

  /** Those that are behind in the present configuration. */
  public long sinceEntry() {
    return passed - entered;
  }

  /** Whether the program's last one is behind. */
  public boolean isAtEnd() {
    return passed == last;
  }

  /**
   * One more is behind.
   *
   * @param isLast whether none comes after it; known before it is counted
   */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void count(boolean isLast) {
    if (isLast) {
      last = passed + 1;
    }
    passed++;
  }

  /** A program that stands still is at this safe point as well. */
  public void skipTo(long safePoint) {
    if (safePoint > passed) {
      passed = safePoint;
    }
  }

  /**
   * The safe point that this worker will not pass without having looked for orders; empty when it
   * has passed its last. Any thread.
   */
  public OptionalLong vote() {
    announced = true;
    final long now = passed;
    return now == last ? OptionalLong.empty() : OptionalLong.of(now + 1);
  }

  /** There is an order to look at, at the next safe point. Any thread. */
  public void announce() {
    announced = true;
  }

  /** All orders have been looked at; not while one is being announced. */
  public void settle() {
    announced = false;
  }

  /** Whether there is an order to look at. */
  public boolean isAnnounced() {
    return announced;
  }

  /** Nothing was computed yet. */
  public void reset() {
    last = NOT_KNOWN;
    passed = 0;
  }

  /** Adds where the program stands. */
  public void save(ReplicatedState.Builder to) {
    to.setSafePoint(passed).setDone(isAtEnd());
  }

  /** The program stands there now. */
  public void load(ReplicatedState from) {
    last = from.getDone() ? from.getSafePoint() : NOT_KNOWN;
    passed = from.getSafePoint();
  }
}
