package io.lull.coordinator.core.control;

import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import java.util.Set;

/**
 * What an agent hears first.
 *
 * @param answering every heartbeat is answered, so that a node misses this coordinator soon
 * @param revoked keys of nodes that it must not accept
 */
record Acceptance(boolean answering, RevokedNodes revoked) {
  /**
   * @param wanted workers that some job has there; it ends all others
   */
  AgentOrder of(String node, Set<String> wanted) {
    return AgentOrder.newBuilder()
        .setAccepted(
            Accepted.newBuilder()
                .addAllWantedWorkers(wanted)
                .setHeartbeatMillis(Timings.HEARTBEAT.toMillis())
                .setCalmHeartbeatMillis(Timings.CALM_HEARTBEAT.toMillis())
                .setLeaseMillis(Timings.LEASE.toMillis())
                .setAnswerMillis(answering ? Timings.ANSWER.toMillis() : 0)
                .setNode(node)
                .setRevokedKeys(revoked.keys()))
        .build();
  }
}
