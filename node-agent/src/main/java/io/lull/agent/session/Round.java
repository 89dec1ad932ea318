package io.lull.agent.session;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Which coordinator to dial next, and how long to wait before. All are tried in turn without a
 * pause, as of several only the one that leads listens; then there is one. Not safe for several
 * threads.
 */
final class Round {
  /**
   * For so long after a coordinator was lost another may be about to lead, and is looked for often.
   */
  static final Duration HURRY = Duration.ofSeconds(8);

  /** Longest pause meanwhile, while jobs wait for this node; and while none does. */
  static final Duration HURRIED_PAUSE = Duration.ofMillis(400);

  static final Duration CALM_PAUSE = Duration.ofSeconds(1);

  private static final int NONE = -1;

  private final List<HostPort> coordinators;
  private final Clock clock;
  private final Backoff backoff;
  private int next;
  private int tried;

  /** Of several the one that fell silent, which is left alone for the hurry; else {@link #NONE}. */
  private int silent = NONE;

  private long hurriedUntilNanos;

  /**
   * @param coordinators one at least
   */
  Round(List<HostPort> coordinators, Clock clock, RandomGenerator random) {
    this.coordinators = List.copyOf(coordinators);
    this.clock = clock;
    this.backoff = new Backoff(random);
    this.hurriedUntilNanos = clock.nanos();
  }

  HostPort target() {
    return coordinators.get(next);
  }

  /**
   * The one that was dialled did not take this node.
   *
   * @return how long to wait before the next is dialled
   */
  Duration refused(boolean hasGuest) {
    next = following();
    tried++;
    final int others = silent != NONE && hurried() ? 1 : 0;
    return tried < coordinators.size() - others ? Duration.ZERO : pause(hasGuest);
  }

  /**
   * The one that had taken this node is gone. It is tried again first, as most often it is the line
   * that broke; but one that fell silent may be frozen, and would hold up whoever dials it.
   *
   * @return how long to wait before the next is dialled
   */
  Duration lost(boolean fellSilent, boolean hasGuest) {
    backoff.succeeded();
    hurriedUntilNanos = clock.nanos() + HURRY.toNanos();
    silent = fellSilent && coordinators.size() > 1 ? next : NONE;
    if (silent != NONE) {
      next = following();
    }
    return pause(hasGuest);
  }

  private int following() {
    final int one = (next + 1) % coordinators.size();
    return one == silent && hurried() ? (one + 1) % coordinators.size() : one;
  }

  private boolean hurried() {
    return coordinators.size() > 1 && clock.nanos() - hurriedUntilNanos < 0;
  }

  private Duration pause(boolean hasGuest) {
    tried = 0;
    final Duration most = hasGuest ? HURRIED_PAUSE : CALM_PAUSE;
    return hurried() ? backoff.next(most) : backoff.next();
  }
}
