package io.lull.coordinator.job;

import io.lull.protocol.wire.NodeAddress;

/**
 * A node that a job may use.
 *
 * @param host the address that other nodes reach it at
 * @param piecePort where its agent serves and takes checkpoint pieces
 * @param weight relative speed: the share of the cells that a worker on it is to have
 */
public record PlacedNode(String name, String host, int piecePort, double weight) {
  NodeAddress address() {
    return NodeAddress.newBuilder().setNode(name).setHost(host).setPort(piecePort).build();
  }
}
