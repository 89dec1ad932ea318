package io.lull.agent.core.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next try: doubled each time up to a limit, and spread so that the
 * agents of an office do not all return in the same moment.
 */
public final class Backoff {
  static final Duration LEAST = Duration.ofMillis(200);
  static final Duration GREATEST = Duration.ofSeconds(5);

  private static final int MAX_DOUBLINGS = 10;

  private final RandomGenerator random;
  private int failures;

  public Backoff(RandomGenerator random) {
    this.random = random;
  }

  public void succeeded() {
    failures = 0;
  }

  /** From half of the present step to the full step. */
  public Duration next() {
    return next(GREATEST);
  }

  /** The same with steps of at most this length. */
  Duration next(Duration greatest) {
    final long step =
        Math.min(greatest.toMillis(), LEAST.toMillis() << Math.min(failures, MAX_DOUBLINGS));
    if (step < greatest.toMillis() || greatest.equals(GREATEST)) {
      failures++;
    }
    return Duration.ofMillis(Math.max(LEAST.toMillis(), step / 2 + random.nextLong(step / 2 + 1)));
  }
}
