package io.lull.coordinator.dispatch;

import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;

/**
 * One line of the node table.
 *
 * @param online its agent is connected, or has not been away for long enough to be given up
 * @param drained an operator keeps jobs away
 */
public record NodeEntry(
    String name, NodeFacts facts, NodeStatus status, boolean online, boolean drained) {}
