package io.lull.agent.piece;

import io.lull.limits.ConnectionLimits;
import io.lull.limits.ConnectionPolicy;
import io.lull.limits.Rate;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.KnownPeer;
import java.time.Duration;
import java.util.Optional;

/** What an agent's port grants: something to other nodes, next to nothing to strangers. */
record NodeConnections(RevokedPeers revoked) implements ConnectionPolicy {
  static final ConnectionLimits LIMITS =
      new ConnectionLimits(1024, 64, 32, 32 << 10, Duration.ofSeconds(10), new Rate(100, 20));

  private static final int OF_NODE = 8;

  @Override
  public int connectionsOf(KnownPeer peer) {
    return peer.peer().role().equals(Role.NODE.wire()) ? OF_NODE : 0;
  }

  @Override
  public Optional<String> revocation(KnownPeer peer) {
    return revoked.contains(peer.keySha256())
        ? Optional.of(peer.peer().name() + " was revoked")
        : Optional.empty();
  }
}
