package io.lull.agent.core.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Which coordinator to dial next, and how long to wait before. All are tried in turn without a
 * pause, as of several only the one that leads listens; then there is one. Not safe for several
 * threads.
 */
final class DialOrder {
  /**
   * For so long after a coordinator was lost another may be about to lead, and is looked for often.
   */
  static final Duration HURRY = Duration.ofSeconds(8);

  /** Longest pause meanwhile, while jobs wait for this node; and while none does. */
  static final Duration HURRIED_PAUSE = Duration.ofMillis(400);

  static final Duration CALM_PAUSE = Duration.ofSeconds(1);

  private static final int NONE = -1;

  private final int coordinators;
  private final Backoff backoff;
  private int next;
  private int tried;

  /** Of several the one that fell silent, which is left alone for the hurry; else {@link #NONE}. */
  private int silent = NONE;

  private long hurriedUntilNanos;

  /**
   * @param coordinators one at least
   */
  DialOrder(int coordinators, RandomGenerator random, long nowNanos) {
    this.coordinators = coordinators;
    this.backoff = new Backoff(random);
    this.hurriedUntilNanos = nowNanos;
  }

  /** The place of the coordinator to dial next. */
  int target() {
    return next;
  }

  /**
   * The one that was dialled did not take this node.
   *
   * @return how long to wait before the next is dialled
   */
  Duration refused(boolean hasGuest, long nowNanos) {
    next = following(nowNanos);
    tried++;
    final int others = silent != NONE && hurried(nowNanos) ? 1 : 0;
    return tried < coordinators - others ? Duration.ZERO : pause(hasGuest, nowNanos);
  }

  /**
   * The one that had taken this node is gone. It is tried again first, as most often it is the line
   * that broke; but one that fell silent may be frozen, and would hold up whoever dials it.
   *
   * @return how long to wait before the next is dialled
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
