package io.lull.reconfig.bag.planted;

import io.lull.reconfig.worker.DueOrder;

/** A kind of program that knows the worker. */
public final class PlantedBag {
  private PlantedBag() {}

  public static long safePoint(DueOrder order) {
    return order.safePoint();
  }
}
