package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import org.jspecify.annotations.Nullable;

/** What one look at a system shows that must be asked about its owner, since it tells nothing. */
public sealed interface IdleReading {
  /**
   * @param lastInputNanos when the owner was last active, of {@code Clock.nanos()}
   * @param pointer where it is now; null: not known
   */
  record Seen(long lastInputNanos, InputSignal.Kind kind, @Nullable Pointer pointer)
      implements IdleReading {}

  /** The system gives no answer that can be relied upon. */
  record Blind(String why) implements IdleReading {}

  /** In pixels of the screen. */
  record Pointer(double x, double y) {
    double distance(Pointer other) {
      return Math.hypot(x - other.x, y - other.y);
    }
  }
}
