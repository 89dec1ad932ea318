package io.lull.coordinator.core.job;

import java.util.List;

/**
 * The result of an event: the new job and its effects.
 *
 * @param job to be stored, durably, before any effect goes out
 * @param effects in the order in which they are to go out
 * @param settled whether the job went on as far as it can; false: the chain of phases was cut off
 *     at its limit, which is a fault of the machine, and the job goes on with the next event
 */
public record JobStep(Job job, List<JobEffect> effects, boolean settled) {
  public JobStep {
    effects = List.copyOf(effects);
  }
}
