package io.lull.simulator.job;

/** How long a node's workers compute for one cell of the data, between two safe points. */
final class NodePace {
  long nanosPerCell = 1_000_000;

  /** What they say instead; 0: the truth. */
  long saidNanosPerCell;

  long said() {
    return saidNanosPerCell == 0 ? nanosPerCell : saidNanosPerCell;
  }
}
