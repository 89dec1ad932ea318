package io.lull.coordinator.core.job;

import io.lull.protocol.wire.NodeAddress;
import java.util.List;

/**
 * A node that a job may use.
 *
 * @param host the address that other nodes reach it at
 * @param piecePort where its agent serves and takes checkpoint pieces
 * @param weight relative speed: the share of the cells that a worker on it is to have
 * @param labels what it has in common with others, as {@code name=value}
 */
public record PlacedNode(
    String name, String host, int piecePort, double weight, List<String> labels) {
  public PlacedNode {
    labels = List.copyOf(labels);
  }

  public NodeAddress address() {
    return NodeAddress.newBuilder().setNode(name).setHost(host).setPort(piecePort).build();
  }
}
