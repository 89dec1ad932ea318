package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Reconfigure;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The common parts of every change of configuration. */
public final class ChangeOrder {
  private ChangeOrder() {}

  public static List<Worker> leavers(WorkingCopy job, Set<String> target) {
    return job.members().stream().filter(w -> !target.contains(w.node())).toList();
  }

  public static List<Worker> joiners(WorkingCopy job, Set<String> target) {
    return job.workers().stream()
        .filter(w -> w.state() == WorkerState.READY && target.contains(w.node()))
        .toList();
  }

  /** The workers of the configuration to come, in the order in which it is ordered. */
  public static List<Worker> next(WorkingCopy job, List<Worker> leavers, List<Worker> joiners) {
    final List<Worker> next = new ArrayList<>(job.members());
    next.removeAll(leavers);
    next.addAll(joiners);
    return next;
  }

  /** By which methods operators, or the engine, want workers to leave their nodes. */
  static Set<ChangeMethod> methods(WorkingCopy job, List<Worker> leavers) {
    final Set<String> leaving = leavers.stream().map(Worker::node).collect(Collectors.toSet());
    return job.targets().pins().stream()
        .filter(pin -> leaving.contains(pin.move().from()))
        .map(JobTargets.Pin::method)
        .collect(Collectors.toSet());
  }

  /**
   * Orders a change: the first of its workers waits until the last has come to the safe point.
   *
   * @param next the members of the new configuration
   * @param all of them, and the present ones
   * @param follows whether data may follow when the change is in force
   */
  public static Transition order(
      WorkingCopy job,
      Changing changing,
      List<Worker> next,
      List<Worker> all,
      Live.Builder from,
      boolean follows,
      long millis) {
    job.put(job.progress().numbered(job.progress().numbers().nextEpoch()));
    final Reconfigure order =
        Reconfigure.newBuilder()
            .setEpoch(job.progress().numbers().epoch())
            .addAllMembers(next.stream().map(job::memberOf).toList())
            .setLive(from.setLayout(job.progress().layout()))
            .setDeadlineMillis(millis)
            .setKeepSafePoints(job.progress().keepsSafePoints())
            .setPostCopy(follows)
            .build();
    job.tellAll(all, Orders.reconfigure(order));
    return Transition.to(
        new Changing(
            changing.change(),
            changing.halt(),
            new Attempt(
                order, all.stream().map(Worker::id).toList(), Map.of(), job.now() + millis)));
  }

  /** A change that could not be. */
  public static Change postponed(WorkingCopy job, Change change, String why) {
    job.fault(why);
    final int failures = change.failures() + 1;
    if (failures >= Limits.CHANGE_RETRIES) {
      final List<Worker> joiners =
          job.workers().stream().filter(w -> w.state() == WorkerState.READY).toList();
      for (final Worker worker : joiners) {
        job.end(worker, "it could not join: " + why);
        job.avoid(worker.node());
      }
      if (joiners.isEmpty()) {
        job.put(job.targets().with(WeightGoal.failed(job.now() + Limits.REBALANCE_MEMORY_MILLIS)));
      }
    }
    return new Change(change.sinceMillis(), job.now() + Limits.backOff(failures), failures, null);
  }
}
