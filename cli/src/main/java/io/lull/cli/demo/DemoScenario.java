package io.lull.cli.demo;

/** What happens to the job, from its first iteration on. */
interface DemoScenario {

  /** Whose owner is at the desk when the grid comes up. */
  boolean startsAtDesk(int node);

  /**
   * @throws StoryFailure when something does not follow that should
   */
  void play(DemoControl stage) throws ScenarioFailure, InterruptedException;
}
