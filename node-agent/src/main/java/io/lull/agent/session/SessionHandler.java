package io.lull.agent.session;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Hello;

/**
 * Describes the node to the coordinator and executes its orders. The session's threads call it, one
 * at a time. A slow call slows the coordinator's stream, which protects a slow agent.
 */
public interface SessionHandler {
  /** What the node is and holds now; the session adds the incarnation and the fence. */
  Hello hello(HostPort coordinator);

  void accepted(Accepted accepted, HostPort coordinator);

  /** Any order but Accepted, Refused and Refresh. */
  void ordered(AgentOrder order);

  void lost(String why);

  /**
   * No coordinator has been heard for the length of the lease; called once until one is heard
   * again.
   */
  void leaseEnded();
}
