package io.lull.client.grid;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TasksView;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a job will take from now, if it goes on as it does.
 *
 * @param least in steps that tell no more than is known, as {@link #most}
 */
public record RemainingTime(Duration least, Duration most) {
  /** With fewer tasks ended, nothing can be told. */
  private static final int FEWEST_TASKS = 4;

  private static final double MILLIS_PER_SECOND = 1000;

  /**
   * @return empty: it is not known, because too little was measured in the present configuration,
   *     or because the job stands
   */
  public static Optional<RemainingTime> of(JobView job, long nowEpochMillis) {
    final JobState state = JobState.of(job.getState());
    if (state.ended() || state == JobState.QUEUED || state == JobState.SUSPENDED) {
      return Optional.empty();
    }
    return job.hasTasks()
        ? ofTasks(job.getTasks(), nowEpochMillis - job.getStartedAt(), job.getStartedAt() != 0)
        : ofIterations(job);
  }

  private static Optional<RemainingTime> ofIterations(JobView job) {
    final long left = job.getIterations() - job.getIteration();
    return left <= 0 || job.getSlowestSecondsPerIteration() <= 0
        ? Optional.empty()
        : Optional.of(
            between(
                left * job.getFastestSecondsPerIteration() * MILLIS_PER_SECOND,
                left * job.getSlowestSecondsPerIteration() * MILLIS_PER_SECOND));
  }

  /** The mean of n times is known to about one part in the root of n. */
  private static Optional<RemainingTime> ofTasks(TasksView tasks, long millis, boolean started) {
    final int over = tasks.getDone() + tasks.getFailed();
    if (!started || over < FEWEST_TASKS || millis <= 0) {
      return Optional.empty();
    }
    final double mean = (double) millis / over * (tasks.getTotal() - over);
    final double doubt = mean / Math.sqrt(over);
    return Optional.of(between(mean - doubt, mean + doubt));
  }

  private static RemainingTime between(double leastMillis, double mostMillis) {
    final long step = step(mostMillis);
    return new RemainingTime(
        Duration.ofMillis((long) Math.floor(leastMillis / step) * step),
        Duration.ofMillis((long) Math.ceil(mostMillis / step) * step));
  }

  /** About a tenth of what is left, as people count: 1, 5, 15 s, 1, 5, 15 min, 1, 6 h. */
  private static long step(double millis) {
    final long[] steps = {1, 5, 15, 60, 300, 900, 3600, 21_600};
    for (int i = 0; i < steps.length - 1; i++) {
      if (millis < steps[i + 1] * 5 * MILLIS_PER_SECOND) {
        return steps[i] * (long) MILLIS_PER_SECOND;
      }
    }
    return steps[steps.length - 1] * (long) MILLIS_PER_SECOND;
  }
}
