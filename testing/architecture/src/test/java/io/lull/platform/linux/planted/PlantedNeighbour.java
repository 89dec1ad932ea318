package io.lull.platform.linux.planted;

import io.lull.platform.windows.planted.PlantedWindow;

/** One system's answer that needs another's. */
public final class PlantedNeighbour {
  private PlantedNeighbour() {}

  public static int handle() {
    return PlantedWindow.handle();
  }
}
