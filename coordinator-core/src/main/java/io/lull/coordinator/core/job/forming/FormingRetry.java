package io.lull.coordinator.core.job.forming;

import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Gathering;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Retries the forming of a configuration after a failure. */
public final class FormingRetry {
  private FormingRetry() {}

  public static List<Worker> usable(WorkingCopy job, List<String> ids) {
    final List<Worker> all = new ArrayList<>();
    for (final String id : ids) {
      final Worker worker = job.worker(id);
      if (worker != null && worker.state().usable()) {
        all.add(worker);
      }
    }
    return all;
  }

  /** The copies that are tried first, of the pieces of these ranks. */
  static List<Phase.Copy> nearest(List<Phase.Fetch> fetches, long generation, List<Integer> ranks) {
    return fetches.stream()
        .filter(fetch -> ranks.contains(fetch.rank()) && !fetch.nodes().isEmpty())
        .map(fetch -> new Phase.Copy(generation, fetch.rank(), fetch.nodes().getFirst()))
        .toList();
  }

  /** A worker was lost on the way: once more with those that there are. */
  public static Transition regather(WorkingCopy job, Forming forming) {
    job.put(job.progress().interrupted());
    return Transition.to(forming.at(new Gathering(job.now(), 0, false)));
  }

  /**
   * A worker ended while its configuration was being formed. Those that end together count once:
   * the first of them leads back to gathering.
   */
  public static Transition died(WorkingCopy job, Forming forming, Worker worker, String why) {
    final boolean interrupted =
        job.targets().placed().reclaimed().containsKey(worker.node())
            || job.generations().holders().lost().contains(worker.node())
            || !WorkingCopy.names(job.targets().placed().nodes()).contains(worker.node());
    if (interrupted) {
      return Transition.stay();
    }
    // Without the node there may be too few, and a job that waits for others counts no attempts.
    if (job.target().size() > job.fewest() || !job.targets().placed().spares().isEmpty()) {
      job.avoid(worker.node());
    }
    return again(job, forming, forming.spoiled(), why);
  }

  /** It did not succeed: once more, but not for ever. */
  public static Transition again(
      WorkingCopy job, Forming forming, Set<Phase.Copy> spoiled, String why) {
    job.fault(why);
    job.put(job.progress().interrupted());
    final int attempts = forming.attempts() + 1;
    if (attempts > Limits.RECOVERIES_IN_A_ROW) {
      return Transition.fail("could not be brought to work in " + attempts + " attempts: " + why);
    }
    return Transition.to(
        new Forming(
            forming.purpose(),
            new Gathering(
                job.now(),
                // With another copy to read there is nothing to wait for.
                spoiled.size() > forming.spoiled().size()
                    ? 0
                    : job.now() + Limits.backOff(attempts),
                true),
            spoiled,
            attempts,
            forming.rebuilds()));
  }
}
