package io.lull.agent.planted;

/** Has a name that says nothing. */
public final class PlantedHelper {
  private PlantedHelper() {}

  public static int code() {
    return 1;
  }
}
