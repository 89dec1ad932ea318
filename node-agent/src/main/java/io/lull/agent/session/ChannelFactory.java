package io.lull.agent.session;

import io.grpc.ManagedChannel;
import io.lull.agent.network.EventLoop;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.transport.Peer;

/** Makes a channel to a coordinator; the caller closes it. */
@FunctionalInterface
public interface ChannelFactory {
  /** No order is longer. */
  int MAX_ORDER_BYTES = 8 << 20;

  ManagedChannel dial(HostPort coordinator);

  static ChannelFactory tls(LiveIdentity identity, EventLoop loop) {
    return coordinator ->
        loop.dial(coordinator, Credentials.client(identity, Peer.COORDINATOR))
            .overrideAuthority(Credentials.SERVER_NAME)
            .maxInboundMessageSize(MAX_ORDER_BYTES)
            .build();
  }
}
