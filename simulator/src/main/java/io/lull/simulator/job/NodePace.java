package io.lull.simulator.job;

import io.lull.coordinator.core.job.FreeShare;

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

  /** The part of the processor's time that its owner's programs use. */
  double ownerLoad;

  long said() {
    return saidNanosPerCell == 0 ? taken() : saidNanosPerCell;
  }

  long taken() {
    return Math.round(nanosPerCell / freeShare());
  }

  double freeShare() {
    return FreeShare.beside(ownerLoad);
  }
}
