package io.lull.bench.fleet;

import io.lull.protocol.wire.AgentOrder;

/** Looks on while simulated nodes are ordered about. Called by the threads of their connections. */
@FunctionalInterface
public interface Hearing {
  Hearing NONE = (_, _, _) -> {};

  /**
   * @param nanos when the order had been read, by the monotonic clock
   */
  void heard(String node, AgentOrder order, long nanos);
}
