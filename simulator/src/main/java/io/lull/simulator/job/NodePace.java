package io.lull.simulator.job;

/** How long a node's workers take. */
final class NodePace {
  /** For one cell of the data, between two safe points. */
  long nanosPerCell = 1_000_000;

  /** What they say of that instead; 0: the truth. */
  long saidNanosPerCell;

  /** What they say that a change made them stand still. */
  long stopNanos = 5_000_000;

  /** What follows a change from here never comes to where it goes. */
  boolean handsOverForEver;

  long said() {
    return saidNanosPerCell == 0 ? nanosPerCell : saidNanosPerCell;
  }
}
