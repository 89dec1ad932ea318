package io.lull.client.grid;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.lull.client.VisibleMessages;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Makes a channel to an address, without connecting it. */
@FunctionalInterface
public interface Dialer {
  /** A connection that is silent this long during a call gets a ping. */
  Duration SILENCE = Duration.ofSeconds(2);

  /** A coordinator that does not answer the ping in this time is frozen, or cut off. */
  Duration ANSWER = Duration.ofSeconds(3);

  ManagedChannel dial(HostPort address);

  /** Authenticates with this identity. */
  static Dialer secured(Identity identity) {
    return address ->
        Grpc.newChannelBuilderForAddress(
                address.host(), address.port(), Credentials.client(identity, Peer.COORDINATOR))
            .overrideAuthority(Credentials.SERVER_NAME)
            .intercept(new VisibleMessages())
            .keepAliveTime(SILENCE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .build();
  }
}
