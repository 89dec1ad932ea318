package io.lull.coordinator.access;

import io.lull.limits.ConnectionLimits;
import io.lull.limits.ConnectionPolicy;
import io.lull.limits.Rate;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.KnownPeer;
import java.time.Duration;
import java.util.Optional;

/** What the coordinator's port grants to nodes and people. Strangers get enough to enrol. */
record CallerConnections(CallerPolicy policy) implements ConnectionPolicy {
  /** All connections: three for each of five thousand workstations. */
  static final ConnectionLimits LIMITS =
      new ConnectionLimits(16_384, 512, 64, 64 << 10, Duration.ofSeconds(20), new Rate(400, 50));

  private static final int OF_PERSON = 128;
  private static final int OF_NODE = 16;

  @Override
  public int connectionsOf(KnownPeer peer) {
    return CallerContext.role(peer).map(role -> role == Role.NODE ? OF_NODE : OF_PERSON).orElse(0);
  }

  @Override
  public Optional<String> revocation(KnownPeer peer) {
    return CallerContext.of(peer, "").flatMap(policy::revocation);
  }
}
