package io.lull.client.grid;

import io.grpc.ManagedChannel;
import io.lull.protocol.transport.HostPort;

/** Makes a channel to an address, without connecting it. */
@FunctionalInterface
public interface Dialer {
  ManagedChannel dial(HostPort address);
}
