package io.lull.reconfig.transfer.planted;

import io.lull.reconfig.grid.Halo;

/** A transfer that knows what it moves. */
public final class PlantedTransfer {
  private PlantedTransfer() {}

  public static Halo halo() {
    return Halo.of(1);
  }
}
