package io.lull.agent.core.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Which coordinator to dial next, and after what pause. Only the leader listens, so all are tried
 * in turn without a pause; a pause follows each round. Not safe for several threads.
 */
final class DialOrder {
  /**
   * For this long after a coordinator was lost, another may be about to lead: retries are frequent.
   */
  static final Duration HURRY = Duration.ofSeconds(8);

  /** The longest pause meanwhile: while jobs wait for this node, and while none does. */
  static final Duration HURRIED_PAUSE = Duration.ofMillis(400);

  static final Duration CALM_PAUSE = Duration.ofSeconds(1);

  private static final int NONE = -1;

  private final int coordinators;
  private final Backoff backoff;
  private int next;
  private int tried;

  /** The coordinator that fell silent, which frequent retries skip; else {@link #NONE}. */
  private int silent = NONE;

  private long hurriedUntilNanos;

  /**
   * @param coordinators at least one
   */
  DialOrder(int coordinators, RandomGenerator random, long nowNanos) {
    this.coordinators = coordinators;
    this.backoff = new Backoff(random);
    this.hurriedUntilNanos = nowNanos;
  }

  /** The index of the coordinator to dial next. */
  int target() {
    return next;
  }

  /**
   * The dialled coordinator did not accept this node.
   *
   * @return the pause before the next is dialled
   */
  Duration refused(boolean hasGuest, long nowNanos) {
    next = following(nowNanos);
    tried++;
    final int others = silent != NONE && hurried(nowNanos) ? 1 : 0;
    return tried < coordinators - others ? Duration.ZERO : pause(hasGuest, nowNanos);
  }

  /**
   * The coordinator that had accepted this node is gone. It is tried again first, since usually the
   * connection broke; but one that fell silent may be frozen, and would delay the agent.
   *
   * @return the pause before the next is dialled
   */
  Duration lost(boolean fellSilent, boolean hasGuest, long nowNanos) {
    backoff.succeeded();
    hurriedUntilNanos = nowNanos + HURRY.toNanos();
    silent = fellSilent && coordinators > 1 ? next : NONE;
    if (silent != NONE) {
      next = following(nowNanos);
    }
    return pause(hasGuest, nowNanos);
  }

  private int following(long nowNanos) {
    final int one = (next + 1) % coordinators;
    return one == silent && hurried(nowNanos) ? (one + 1) % coordinators : one;
  }

  private boolean hurried(long nowNanos) {
    return coordinators > 1 && nowNanos - hurriedUntilNanos < 0;
  }

  private Duration pause(boolean hasGuest, long nowNanos) {
    tried = 0;
    final Duration most = hasGuest ? HURRIED_PAUSE : CALM_PAUSE;
    return hurried(nowNanos) ? backoff.next(most) : backoff.next();
  }
}
