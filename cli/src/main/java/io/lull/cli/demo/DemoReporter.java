package io.lull.cli.demo;

/** Tells the user what goes on. Called by several threads. */
interface DemoReporter extends AutoCloseable {

  /** What somebody in the story does, or what the demonstration does itself. */
  void say(String line);

  /** What the coordinator sees now; comes several times a second. */
  void show(DemoSnapshot sight);

  /** Puts the terminal back in order; what was said stays. */
  @Override
  void close();
}
