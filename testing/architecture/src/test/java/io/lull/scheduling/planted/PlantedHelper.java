package io.lull.scheduling.planted;

/** A class by the name of another, in another package. */
public final class PlantedHelper {
  private PlantedHelper() {}
}
