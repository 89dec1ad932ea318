package io.lull.simulator.world;

import io.lull.protocol.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What happened last, for a failure's message, and a number for the whole history. */
final class Journal {
  private static final int MOST_LINES = 300;

  private final Clock clock;
  private final Deque<String> lines = new ArrayDeque<>();
  private long trace = 1;

  Journal(Clock clock) {
    this.clock = clock;
  }

  void note(String what) {
    trace = 31 * (31 * trace + what.hashCode()) + clock.nanos();
    lines.add(clock.nanos() / 1_000_000 + " ms: " + what);
    if (lines.size() > MOST_LINES) {
      lines.remove();
    }
  }

  /** The same for the same history. */
  long trace() {
    return trace;
  }

  /**
   * Stops the simulation when something does not hold.
   *
   * @throws BrokenInvariant with the last lines
   */
  void check(boolean holds, String what) {
    if (!holds) {
      throw new BrokenInvariant(what, List.copyOf(lines));
    }
  }
}
