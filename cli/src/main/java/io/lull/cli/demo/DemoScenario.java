package io.lull.cli.demo;

import io.lull.cli.local.LocalGridFailure;

/** The job's events, from its first iteration on. */
interface DemoScenario {

  /** The nodes whose owner is at the desk when the grid starts. */
  boolean startsAtDesk(int node);

  /**
   * @throws LocalGridFailure if an expected event does not happen
   */
  void play(DemoControl stage) throws LocalGridFailure, InterruptedException;
}
