package io.lull.reconfig.distribution;

import java.util.List;

/** Finds the run in which an index of a set is, quickly for one that is behind the last one. */
final class RunCursor {
  private final List<Run> runs;
  private final long size;
  private int number;
  private Run run;
  private long before;

  /**
   * @param set not empty
   */
  RunCursor(Runs set) {
    runs = set.runs();
    size = set.size();
    run = runs.getFirst();
  }

  /** How many indices the set has. */
  long size() {
    return size;
  }

  /**
   * @param ordinal of an index of the set, counted from 0
   */
  void seek(long ordinal) {
    if (ordinal < before) {
      number = 0;
      run = runs.getFirst();
      before = 0;
    }
    while (ordinal >= before + run.size()) {
      before += run.size();
      number++;
      run = runs.get(number);
    }
  }

  /** The run that was found. */
  Run run() {
    return run;
  }

  /** How many indices the runs before it have. */
  long before() {
    return before;
  }

  /** The index with an ordinal. */
  long index(long ordinal) {
    seek(ordinal);
    return run.index(ordinal - before);
  }
}
