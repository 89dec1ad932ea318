package io.lull.reconfig.worker.planted;

import io.lull.reconfig.grid.Halo;

/** A worker that knows one kind of program. */
public final class PlantedWorker {
  private PlantedWorker() {}

  public static Halo halo() {
    return Halo.of(1);
  }
}
