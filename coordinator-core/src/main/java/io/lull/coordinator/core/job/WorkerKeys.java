package io.lull.coordinator.core.job;

import io.lull.protocol.wire.DataPlane;

/** Makes what the workers of a job know each other by. */
@FunctionalInterface
public interface WorkerKeys {
  /**
   * A certificate and key that no other job has. Takes a millisecond.
   *
   * @param job its id
   */
  DataPlane of(String job);
}
