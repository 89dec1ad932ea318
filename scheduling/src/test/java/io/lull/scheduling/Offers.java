package io.lull.scheduling;

import java.util.Arrays;
import java.util.List;

/** Nodes of a test. */
final class Offers {
  private Offers() {}

  static List<NodeOffer> nodes(String... names) {
    return Arrays.stream(names).map(name -> offer(name, 1.0, 0)).toList();
  }

  static NodeOffer offer(String name, double speed, long since) {
    return new NodeOffer(name, true, "", new NodeTraits("linux", 4, 8L << 30, speed), since);
  }

  static NodeOffer unusable(String name) {
    return new NodeOffer(
        name, false, "its owner is present", new NodeTraits("linux", 4, 8L << 30, 1.0), 0);
  }
}
