package io.lull.coordinator.core.dispatch;

import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;

/**
 * One line of the node table.
 *
 * @param online its agent is connected, or has not been away for long enough to be given up
 * @param drained an operator keeps jobs away
 * @param hurryMillis with an owner who waits for a guest to leave: when half of its grace period is
 *     over, by this coordinator's clock; else a time that never comes
 * @param ownerLoad the part of its processor's time that its owner's programs used lately
 */
public record NodeEntry(
    String name,
    NodeFacts facts,
    NodeStatus status,
    boolean online,
    boolean drained,
    long hurryMillis,
    double ownerLoad) {}
