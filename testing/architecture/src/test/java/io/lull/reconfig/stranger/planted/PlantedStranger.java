package io.lull.reconfig.stranger.planted;

/** In a package of the library for which nobody said what it may see. */
public final class PlantedStranger {
  private PlantedStranger() {}
}
