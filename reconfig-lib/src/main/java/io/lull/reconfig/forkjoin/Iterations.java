package io.lull.reconfig.forkjoin;

/** The iterations of a loop that a worker does. The program's thread. */
interface Iterations {
  /** Does all of them. Collective. */
  void run(RangeBody body);

  /** Whether none of them are of this worker's own elements. */
  boolean isEmpty();

  /** As measured, or expected where there was nothing to do. */
  long nanosPerIteration();
}
