package io.lull.coordinator.job;

import java.util.List;

/** Leads a job from its submission to its end. */
public final class JobMachine {
  private JobMachine() {}

  /**
   * @param nowMillis epoch milliseconds
   */
  public static Step on(Job job, JobEvent event, long nowMillis) {
    return new Step(job, List.of());
  }
}
