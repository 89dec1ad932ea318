package io.lull.reconfig.comm.planted;

import io.lull.reconfig.state.StateSection;

/** A link that knows what it carries. */
public final class PlantedLink {
  private PlantedLink() {}

  public static long blocks(StateSection section) {
    return section.blocks();
  }
}
