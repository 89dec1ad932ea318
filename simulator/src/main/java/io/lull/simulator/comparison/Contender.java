package io.lull.simulator.comparison;

import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.CostAwareSharing;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.PlannedSharing;
import io.lull.simulator.sharing.QueueSharing;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.sharing.WorkLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The policies that are compared. */
public enum Contender {
  /** Dynamic space-sharing as live grids have it. */
  LIVE("live", "Lull's planner: equal shares that follow each change"),
  /** Changes are made where they pay. */
  LIVE_COST_AWARE("cost-aware", "changes of a job's machines where they pay, the shortest first"),
  /** A job has all its machines or none; nobody waits for another. */
  STATIC("static", "all machines or none; a job that does not fit holds nobody up"),
  /** A job's number of machines is chosen when it begins. */
  MOLDABLE("moldable", "the number of machines is chosen once, when a job begins"),
  /** A batch system's queue. */
  FCFS("fcfs", "a queue, first come, first served; jobs are suspended without loss"),
  /** A queue with backfilling. */
  EASY("easy", "the same queue with backfilling by requested times"),
  /** A job that loses a machine begins anew, as in HTCondor's vanilla universe. */
  EVICT("evict", "the queue; a job that loses a machine begins anew"),
  /** A job that loses a machine goes back to its last checkpoint. */
  CHECKPOINT("checkpoint", "the queue; a job that loses a machine goes back to its checkpoint"),
  /** A job is as many independent tasks, as in BOINC; a task that loses its machine begins anew. */
  BAGS("bags", "each job as independent tasks, each of which begins anew when evicted");

  private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(10);

  private final String title;
  private final String about;

  Contender(String title, String about) {
    this.title = title;
    this.about = about;
  }

  /** As it is named on the command line and in reports. */
  public String title() {
    return title;
  }

  /** In a clause. */
  public String about() {
    return about;
  }

  public static Optional<Contender> named(String title) {
    return Stream.of(values()).filter(each -> each.title.equals(title)).findFirst();
  }

  SharedCluster.Rules rules(ChangeCost cost) {
    return switch (this) {
      case LIVE -> new SharedCluster.Rules(PlannedSharing.live(), cost);
      case LIVE_COST_AWARE -> new SharedCluster.Rules(new CostAwareSharing(cost), cost);
      case STATIC -> new SharedCluster.Rules(PlannedSharing.fixed(), cost);
      case MOLDABLE -> new SharedCluster.Rules(PlannedSharing.moldable(), cost);
      case FCFS -> new SharedCluster.Rules(QueueSharing.fcfs(), cost);
      case EASY -> new SharedCluster.Rules(QueueSharing.easy(), cost);
      case EVICT, BAGS ->
          new SharedCluster.Rules(QueueSharing.fcfs(), cost, new WorkLoss.Everything());
      case CHECKPOINT ->
          new SharedCluster.Rules(
              QueueSharing.fcfs(), cost, new WorkLoss.SinceCheckpoint(CHECKPOINT_EVERY.toMillis()));
    };
  }

  /** The parts that a job runs as: itself, or its tasks. */
  List<ParallelJob> parts(ParallelJob job, int firstNumber) {
    if (this != BAGS) {
      return List.of(
          new ParallelJob(
              firstNumber,
              job.submitMillis(),
              job.machines(),
              job.machineMillis(),
              job.speedup(),
              job.requestedMillis()));
    }
    final List<ParallelJob> tasks = new ArrayList<>();
    for (int task = 0; task < job.machines(); task++) {
      tasks.add(
          ParallelJob.taking(
              firstNumber + task,
              job.submitMillis(),
              1,
              Math.max(1, Math.round(job.dedicatedMillis())),
              new Speedup.Perfect()));
    }
    return tasks;
  }
}
