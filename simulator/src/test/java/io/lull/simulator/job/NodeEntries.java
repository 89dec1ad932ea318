package io.lull.simulator.job;

import io.lull.coordinator.core.dispatch.NodeEntry;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import java.util.Collection;
import java.util.List;

/** Nodes of one job as the coordinator's table of nodes has them. */
final class NodeEntries {
  private NodeEntries() {}

  static List<NodeEntry> of(Collection<NodeModel> nodes) {
    return nodes.stream().map(NodeEntries::of).toList();
  }

  static NodeEntry of(NodeModel node) {
    return new NodeEntry(
        node.name(),
        NodeFacts.newBuilder()
            .setOs("linux")
            .setCores(4)
            .setMemoryBytes(8L << 30)
            .setSpeed(1.0)
            .setHost(node.host())
            .setPiecePort(7500)
            .build(),
        NodeStatus.newBuilder()
            .setState(!node.willing ? "owner" : node.workers.isEmpty() ? "available" : "running")
            .setWilling(node.willing)
            .setGhosts(node.willing)
            .addAllLabels(node.labels)
            .build(),
        !node.lost,
        node.drained,
        node.hurryMillis,
        node.pace.ownerLoad);
  }
}
