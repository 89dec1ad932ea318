package io.lull.agent.core.planted;

import io.grpc.Status;
import io.lull.protocol.transport.HostPort;

/** Speaks gRPC, and knows addresses. */
public final class PlantedStream {
  private PlantedStream() {}

  public static Status of(HostPort coordinator) {
    return Status.UNAVAILABLE.withDescription(coordinator.toString());
  }
}
