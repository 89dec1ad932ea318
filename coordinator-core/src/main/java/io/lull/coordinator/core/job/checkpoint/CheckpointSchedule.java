package io.lull.coordinator.core.job.checkpoint;

import io.lull.coordinator.core.job.CheckpointRule;
import io.lull.coordinator.core.job.Generations.Rhythm;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;

/**
 * Schedules the generations of a job.
 *
 * <p>The interval follows Young (1974): with C the time that one costs and M the mean time between
 * failures, sqrt(2 C M) loses least. (Daly's refinement of 2006 differs by less than the
 * measurements do where C is far below M.) What it costs is the time that the job stands still and
 * the processor time that its workers measure, which they do not compute in where all cores do; of
 * that, however often workers fail, it takes no more than {@link
 * Limits#CHECKPOINT_PROCESSOR_SHARE}.
 */
public final class CheckpointSchedule {
  private CheckpointSchedule() {}

  /** The job computes in a configuration that was formed again. */
  public static void begin(WorkingCopy job) {
    final Rhythm rhythm = job.generations().rhythm();
    final boolean first = job.generations().committed().isEmpty();
    job.put(
        job.generations()
            .at(
                rhythm.next(
                    job.now()
                        + (first && !(job.terms().checkpointRule() instanceof CheckpointRule.Every)
                            ? Limits.FIRST_CHECKPOINT_MILLIS
                            : intervalMillis(job)))));
  }

  public static long intervalMillis(WorkingCopy job) {
    return switch (job.terms().checkpointRule()) {
      case CheckpointRule.Every rule -> rule.interval().toMillis();
      case CheckpointRule.AtMost rule ->
          Math.max(leastLossMillis(job), rule.intervalMillis(job.generations().rhythm()));
      case CheckpointRule.Auto _, CheckpointRule.Off _ -> leastLossMillis(job);
    };
  }

  private static long leastLossMillis(WorkingCopy job) {
    final int workers = Math.max(1, job.progress().layout().getMembersCount());
    final int failures = job.history().faults().recoveries();
    double meanLife = Limits.WORKER_MEAN_LIFE_MILLIS / workers;
    if (failures > 0) {
      final long lived = job.now() - job.history().times().startedMillis();
      meanLife = Math.min(meanLife, (double) lived / failures);
    }
    final Rhythm rhythm = job.generations().rhythm();
    final double cost = Math.max(1, rhythm.captureMillis() + rhythm.processorMillis());
    final long leastLoss =
        Math.clamp(
            Math.round(Math.sqrt(2 * cost * meanLife)),
            Limits.SHORTEST_INTERVAL_MILLIS,
            Limits.LONGEST_INTERVAL_MILLIS);
    final long within = Math.round(rhythm.processorMillis() / Limits.CHECKPOINT_PROCESSOR_SHARE);
    return Math.clamp(within, leastLoss, CheckpointRule.SLOWEST.toMillis());
  }

  public static Transition proposeIfDue(WorkingCopy job, Running running) {
    final long due = job.generations().rhythm().nextMillis();
    if (!(job.terms().checkpointRule() instanceof CheckpointRule.Off)
        && job.generations().pending() == null
        && due > 0
        && job.now() >= due) {
      return Transition.to(running.halting(SafePointRound.propose(job)));
    }
    return Transition.stay();
  }

  /** After a generation, or a try. */
  public static void next(WorkingCopy job) {
    job.put(job.generations().at(job.generations().rhythm().next(job.now() + intervalMillis(job))));
  }
}
