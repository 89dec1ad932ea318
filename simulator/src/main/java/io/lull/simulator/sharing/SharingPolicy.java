package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCursor;
import java.util.List;
import java.util.Map;

/**
 * Decides which machines each job has. One object serves one run. It is asked whenever a job comes
 * or ends, one of a job's machines goes, or its own review is due; and when a machine comes while a
 * job has fewer than it can use.
 */
public interface SharingPolicy {
  /** What a job has now, and what is left of it. */
  interface JobState {
    ParallelJob job();

    /** Those that it had up to now, also such that are no longer offered. */
    List<Integer> held();

    /** Those of them that are still offered, in the same order; the same list if all are. */
    List<Integer> kept();

    /** The number that it had when it last had any; 0: it has not begun. */
    int width();

    /** Work, in milliseconds of one machine. */
    double leftMillis();

    /** For so long it still stands still because of its last change. */
    long standingMillis();

    /** Since when it has had machines, or has been without any. */
    long sinceMillis();
  }

  /**
   * All that a policy sees.
   *
   * @param offered how many machines are; those of jobs, too
   * @param free those of them that no job has
   * @param jobs that have been submitted and have not ended, in the order of their numbers
   * @param arrivals machines that were offered within the last {@link OfferCursor#ARRIVALS_MILLIS}
   */
  record View(
      long nowMillis, int offered, FreeMachines free, List<? extends JobState> jobs, int arrivals) {
    public View {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * What is decided.
   *
   * @param machines of each job, in the order of the view; none of them twice. The list that it
   *     held before says that nothing changes.
   * @param reviewMillis when to ask again at the latest; {@link Long#MAX_VALUE}: when something
   *     happens
   */
  record Decision(List<List<Integer>> machines, long reviewMillis) {
    public Decision {
      machines = machines.stream().map(List::copyOf).toList();
    }
  }

  Decision decide(View view);

  /** Whether it may have something to decide while all jobs have all that they can use. */
  default boolean rearranges() {
    return false;
  }

  /** What it remembers beside what it sees, by job. */
  default Map<Integer, Long> memory() {
    return Map.of();
  }

  /** What it remembered when a run was left; before the first decision. */
  default void remember(Map<Integer, Long> memory) {
    if (!memory.isEmpty()) {
      throw new IllegalArgumentException("this policy remembers nothing");
    }
  }
}
