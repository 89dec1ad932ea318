package io.lull.simulator.sharing;

/** What a job loses when an owner takes one of its machines. */
public sealed interface WorkLoss {
  /** Nothing: its data moves to other machines, or waits on them. */
  record Nothing() implements WorkLoss {}

  /** All that it has done: it begins anew. */
  record Everything() implements WorkLoss {}

  /**
   * What it has done since its last checkpoint; to go back to that costs a change.
   *
   * @param everyMillis how often it takes one while it works
   */
  record SinceCheckpoint(long everyMillis) implements WorkLoss {
    public SinceCheckpoint {
      if (everyMillis <= 0) {
        throw new IllegalArgumentException("checkpoints are taken at times greater than zero");
      }
    }
  }
}
