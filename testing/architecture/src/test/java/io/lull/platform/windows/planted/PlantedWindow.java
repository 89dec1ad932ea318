package io.lull.platform.windows.planted;

/** What another system's package must not use. */
public final class PlantedWindow {
  private PlantedWindow() {}

  public static int handle() {
    return 0;
  }
}
