package io.lull.agent.planted;

import com.sun.jna.Platform;

/** Uses JNA outside of platform. */
public final class PlantedNativeAccess {
  private PlantedNativeAccess() {}

  public static boolean linux() {
    return Platform.isLinux();
  }
}
