package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import org.jspecify.annotations.Nullable;

/** The result of one poll of a system that does not report input. */
public sealed interface IdleReading {
  /**
   * @param lastInputNanos when the owner was last active, of {@code Clock.nanos()}
   * @param pointer its position; null: not known
   */
  record Seen(long lastInputNanos, InputSignal.Kind kind, @Nullable Pointer pointer)
      implements IdleReading {}

  /** The system gives no reliable answer. */
  record Blind(String why) implements IdleReading {}

  /** In pixels of the screen. */
  record Pointer(double x, double y) {
    double distance(Pointer other) {
      return Math.hypot(x - other.x, y - other.y);
    }
  }
}
