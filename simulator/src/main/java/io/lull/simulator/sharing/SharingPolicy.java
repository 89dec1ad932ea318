package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCalendar;
import java.util.List;

/** Decides which machines each job has. One object serves one run. */
public interface SharingPolicy {
  /** What a job has now, and what is left of it. */
  interface JobState {
    ParallelJob job();

    /** Those that it had up to now, also such that are no longer offered. */
    List<Integer> held();

    /** Those of them that are still offered, in the same order. */
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
   * @param offered machines, those first that have been idle longest; those of jobs, too
   * @param jobs that have been submitted and have not ended, in the order of their numbers
   * @param arrivals machines that were offered within the last {@link #ARRIVALS_MILLIS}
   */
  record View(
      long nowMillis,
      List<OfferCalendar.Offer> offered,
      List<? extends JobState> jobs,
      int arrivals) {
    public static final long ARRIVALS_MILLIS = 2 * 3600 * 1000;

    public View {
      offered = List.copyOf(offered);
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * What is decided.
   *
   * @param machines of each job, in the order of the view; none of them twice
   * @param reviewMillis when to ask again at the latest; {@link Long#MAX_VALUE}: when something
   *     happens
   */
  record Decision(List<List<Integer>> machines, long reviewMillis) {
    public Decision {
      machines = machines.stream().map(List::copyOf).toList();
    }
  }

  Decision decide(View view);
}
