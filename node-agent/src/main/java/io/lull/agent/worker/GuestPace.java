package io.lull.agent.worker;

import io.lull.limits.Rate;
import io.lull.limits.RateLimiter;
import io.lull.protocol.time.Clock;
import java.util.function.LongConsumer;

/**
 * How often an agent attends to what one guest writes. The guest's own limits do not hold for the
 * agent's work: without a bound a guest that writes line after line would have the agent compute at
 * the owner's priority. Used by one thread; the guest waits when its pipe is full.
 */
final class GuestPace {
  private final RateLimiter rate;
  private final LongConsumer pause;

  /**
   * @param pause waits for so many nanoseconds
   */
  GuestPace(Rate rate, Clock clock, LongConsumer pause) {
    this.rate = new RateLimiter(rate, clock);
    this.pause = pause;
  }

  /** Returns when one more may be attended to. */
  void await() {
    final long nanos = rate.owe(1);
    if (nanos > 0) {
      pause.accept(nanos);
    }
  }
}
