package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.RevocationStore;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.RevocationRecord;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.RevokedKeys;
import java.util.Comparator;
import java.util.stream.Stream;

/** Which nodes' keys are revoked, as agents are told: they accept connections of other nodes. */
final class RevokedNodes {
  /** As many as the message allows. */
  static final int MAX_KEYS = 4096;

  private final RevocationStore store;
  private RevokedKeys keys;

  RevokedNodes(RevocationStore store) {
    this.store = store;
    this.keys = read();
  }

  RevokedKeys keys() {
    return keys;
  }

  /** Another revocation is stored: what all agents are to hear. */
  AgentOrder added() {
    keys = read();
    return AgentOrder.newBuilder().setRevokedKeys(keys).build();
  }

  private RevokedKeys read() {
    return RevokedKeys.newBuilder()
        .addAllKeySha256(
            store.all().stream()
                .filter(one -> one.getRole().equals(Role.NODE.wire()))
                .sorted(Comparator.comparingLong(RevocationRecord::getAt).reversed())
                .flatMap(one ->
                    Stream.concat(
                        Stream.of(one.getKeySha256()), one.getRenewedKeySha256List().stream()))
                .distinct()
                .limit(MAX_KEYS)
                .toList())
        .build();
  }
}
