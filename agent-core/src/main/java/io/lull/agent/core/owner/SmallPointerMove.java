package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;

/**
 * A small pointer movement after a long time: somebody may only have touched the desk.
 *
 * @param nanos its time
 */
record SmallPointerMove(long nanos) {
  /** A hand that uses the mouse moves it farther. */
  private static final int FEWER_PIXELS_THAN = 16;

  private static final long AFTER_STILLNESS_NANOS = Duration.ofMinutes(10).toNanos();

  /** A source reports continuing activity at least every two seconds. */
  private static final long ALONE_FOR_NANOS = Duration.ofSeconds(3).toNanos();

  static boolean likely(Inputs inputs, NodeEvent.Input event, long nanos, Settings settings) {
    return settings.get(Setting.IGNORE_KNOCKS)
        && event.movedPixels() < FEWER_PIXELS_THAN
        && nanos - inputs.stillSinceNanos() >= AFTER_STILLNESS_NANOS;
  }

  /** Whether activity at that time confirms that the owner is back. */
  boolean joinedBy(long otherNanos) {
    return otherNanos - endNanos() < 0;
  }

  long endNanos() {
    return nanos + ALONE_FOR_NANOS;
  }
}
