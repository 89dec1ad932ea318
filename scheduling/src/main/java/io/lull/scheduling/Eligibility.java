package io.lull.scheduling;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Determines which jobs can use which nodes. Jobs that can use the same nodes are one group, and
 * nodes that the same groups can use are one class.
 */
final class Eligibility {
  private final List<Claimant> claimants;
  private final List<NodeOffer> nodes;
  private final int[] classes;
  private final List<BitSet> admits;

  /**
   * @param nodes the best first
   * @param classes of the nodes, as they stand among them
   * @param admits by group, of classes
   */
  Eligibility(List<Claimant> claimants, List<NodeOffer> nodes, int[] classes, List<BitSet> admits) {
    this.claimants = claimants;
    this.nodes = nodes;
    this.classes = classes;
    this.admits = admits;
  }

  /** In the order of their turns. */
  List<Claimant> claimants() {
    return claimants;
  }

  /** Those that anybody may be given, the best first. */
  List<NodeOffer> nodes() {
    return nodes;
  }

  /** Of a node, by its place among {@link #nodes}. */
  int classOf(int node) {
    return classes[node];
  }

  /** By group, of classes. */
  List<BitSet> admits() {
    return admits;
  }

  int groups() {
    return admits.size();
  }

  /** How many nodes there are of each class. */
  int[] sizes() {
    final int[] sizes = new int[Arrays.stream(classes).max().orElse(-1) + 1];
    for (final int each : classes) {
      sizes[each]++;
    }
    return sizes;
  }

  /** How many nodes the group could have if nobody else had any. */
  int reach(int group) {
    int reach = 0;
    for (final int each : classes) {
      reach += admits.get(group).get(each) ? 1 : 0;
    }
    return reach;
  }
}
