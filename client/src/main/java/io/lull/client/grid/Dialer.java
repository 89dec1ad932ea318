package io.lull.client.grid;

import io.grpc.ManagedChannel;
import io.lull.protocol.transport.HostPort;

/** Makes the channel to an address; nothing is connected yet. */
@FunctionalInterface
public interface Dialer {
  ManagedChannel dial(HostPort address);
}
