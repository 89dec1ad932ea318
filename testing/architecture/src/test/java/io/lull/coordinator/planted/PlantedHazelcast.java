package io.lull.coordinator.planted;

import com.hazelcast.config.Config;

/** Uses Hazelcast outside of its package. */
public final class PlantedHazelcast {
  private PlantedHazelcast() {}

  public static String clusterName() {
    return new Config().getClusterName();
  }
}
