package io.lull.coordinator.core.job;

import io.lull.protocol.wire.AgentOrder;

/** An effect of a step, carried out once the job is stored. */
public sealed interface JobEffect {

  /**
   * An order for a node's agent. Orders to one node keep their order; one for a node that is not
   * connected is dropped: it is made again when the node returns.
   *
   * @param order without fence and acknowledgement, which the session adds
   */
  record Send(String node, AgentOrder order) implements JobEffect {}
}
