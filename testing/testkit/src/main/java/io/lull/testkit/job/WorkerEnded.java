package io.lull.testkit.job;

/** A worker's process ended while something was awaited of it. */
public final class WorkerEnded extends Exception {
  private static final long serialVersionUID = 1;

  WorkerEnded(String why) {
    super(why);
  }
}
