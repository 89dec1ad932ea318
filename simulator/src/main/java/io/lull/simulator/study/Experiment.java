package io.lull.simulator.study;

import java.time.Duration;

/** The workloads of the study: jobs that are all submitted at once. */
public enum Experiment {
  /** Long jobs in the morning. */
  A(Duration.ofHours(9), Duration.ofHours(3)),
  /** Short jobs at noon, when fewer machines are idle. */
  B(Duration.ofHours(12), Duration.ofHours(1));

  private final Duration submitted;
  private final Duration runTime;

  Experiment(Duration submitted, Duration runTime) {
    this.submitted = submitted;
    this.runTime = runTime;
  }

  /** The time of day. */
  public Duration submitted() {
    return submitted;
  }

  /** Of each job on a dedicated cluster. */
  public Duration runTime() {
    return runTime;
  }
}
