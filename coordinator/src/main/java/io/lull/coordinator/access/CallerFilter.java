package io.lull.coordinator.access;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.lull.coordinator.core.access.Caller;
import io.lull.limits.ConnectionLimiter;
import io.lull.protocol.transport.KnownPeer;
import java.util.Optional;

/** Adds the caller to a connection whose peer the {@link ConnectionLimiter} knows. */
final class CallerFilter extends ServerTransportFilter {
  @Override
  public Attributes transportReady(Attributes connection) {
    final KnownPeer peer = connection.get(ConnectionLimiter.PEER);
    final String host = ConnectionLimiter.host(connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    final Optional<Caller> caller = peer == null ? Optional.empty() : CallerContext.of(peer, host);
    return caller
        .map(known -> connection.toBuilder().set(CallerContext.OF_CONNECTION, known).build())
        .orElse(connection);
  }
}
