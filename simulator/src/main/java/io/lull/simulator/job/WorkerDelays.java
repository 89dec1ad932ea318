package io.lull.simulator.job;

import java.time.Duration;

/**
 * How long a job waits for what is not its program's work.
 *
 * @param start from the order until a worker's process is ready
 * @param resize in which it stands still when its number of workers changes
 * @param migration in which it stands still when it gets as many workers as it had
 * @param end from the last iteration until the outputs are stored
 */
public record WorkerDelays(Duration start, Duration resize, Duration migration, Duration end) {
  /** Whatever is ordered is done at once. */
  public static final WorkerDelays NONE =
      new WorkerDelays(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * @param before workers of the last configuration; 0: there is none yet
   */
  Duration change(int before, int after) {
    return before == 0 ? Duration.ZERO : before == after ? migration : resize;
  }
}
