package io.lull.simulator.sharing;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A run that was left, from which another process goes on as if nothing had happened: times in
 * milliseconds since the trace began.
 *
 * @param nowMillis up to here all has happened
 * @param reviewMillis when the policy is asked again at the latest
 * @param submitted so many jobs had been, in the order of submission
 * @param jobs those of them, in that order
 * @param idle machine-milliseconds in which offered machines had no job
 * @param withheld machine-milliseconds in which machines were not offered
 * @param memory of the policy, by job
 */
public record SavedRun(
    long nowMillis,
    long reviewMillis,
    int submitted,
    List<Job> jobs,
    double idle,
    double withheld,
    Map<Integer, Long> memory) {
  /** Stands for a time that has not come. */
  static final long NEVER = -1;

  public SavedRun {
    jobs = List.copyOf(jobs);
    memory = Map.copyOf(memory);
  }

  /** Three sums. */
  public record Work(double first, double second, double third) {}

  /**
   * A job that had been submitted.
   *
   * @param begin when it first had a machine; -1: not yet
   * @param end -1: not yet
   * @param done useful, overhead and lost machine-milliseconds
   * @param unsafe work, machine-milliseconds and milliseconds since its last checkpoint
   */
  public record Job(
      int number,
      List<Integer> held,
      int width,
      double left,
      long nowMillis,
      long sinceMillis,
      long standsUntil,
      long begin,
      long end,
      JobChanges changes,
      Work done,
      Work unsafe) {
    public Job {
      held = List.copyOf(held);
    }
  }

  static OptionalLong time(long millis) {
    return millis == NEVER ? OptionalLong.empty() : OptionalLong.of(millis);
  }
}
