package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;

/**
 * Measures how long the change under way has kept the program from computing. Used by the program's
 * thread.
 */
final class Downtime {
  private final Clock clock;
  private long total;
  private long stoodSince;
  private boolean standing;

  Downtime(Clock clock) {
    this.clock = clock;
  }

  void stand() {
    if (!standing) {
      standing = true;
      stoodSince = clock.nanos();
    }
  }

  void compute() {
    if (standing) {
      total += clock.nanos() - stoodSince;
      standing = false;
    }
  }

  /** So far, the present standing included. */
  long nanos() {
    return total + (standing ? clock.nanos() - stoodSince : 0);
  }

  /** The change is over. */
  void reset() {
    total = 0;
    stoodSince = clock.nanos();
  }
}
