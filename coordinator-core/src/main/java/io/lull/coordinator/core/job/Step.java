package io.lull.coordinator.core.job;

import java.util.List;

/**
 * The result of an event: the new job and its effects.
 *
 * @param job to be stored, durably, before any effect goes out
 * @param effects in the order in which they are to go out
 */
public record Step(Job job, List<JobEffect> effects) {
  public Step {
    effects = List.copyOf(effects);
  }
}
