package io.lull.cli.local;

/** Reports what happens on a local grid. Called by several threads. */
public interface GridReporter extends AutoCloseable {

  /** What was done, and to whom. */
  void say(String line);

  /** The coordinator's present view; comes several times a second. */
  void show(GridSnapshot sight);

  /** Restores the terminal; earlier output stays. */
  @Override
  void close();
}
