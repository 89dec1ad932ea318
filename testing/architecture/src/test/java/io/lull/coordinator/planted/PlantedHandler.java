package io.lull.coordinator.planted;

import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.step.WorkingCopy;

/** Enters a phase, which is the machine's. */
public final class PlantedHandler {
  private PlantedHandler() {}

  public static void advance(WorkingCopy job) {
    job.enter(new Phase.Queued());
  }
}
