package io.lull.coordinator.planted;

import io.lull.agent.planted.PlantedHelper;

/** Uses a class of the agent, and ends the JVM. */
public final class PlantedAgentImport {
  private PlantedAgentImport() {}

  public static void end() {
    System.exit(PlantedHelper.code());
  }
}
