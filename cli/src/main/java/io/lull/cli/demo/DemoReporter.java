package io.lull.cli.demo;

/** Reports the demonstration's progress. Called by several threads. */
interface DemoReporter extends AutoCloseable {

  /** An action in the scenario, or of the demonstration itself. */
  void say(String line);

  /** The coordinator's present view; comes several times a second. */
  void show(DemoSnapshot sight);

  /** Restores the terminal; earlier output stays. */
  @Override
  void close();
}
