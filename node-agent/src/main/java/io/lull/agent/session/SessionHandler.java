package io.lull.agent.session;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Hello;

/**
 * Describes the node to the coordinator and obeys its orders. The session's threads call it, one at
 * a time. A slow call slows the coordinator's stream, which is how a slow agent protects itself.
 */
public interface SessionHandler {
  /** What the node is and holds at this moment; the incarnation and the fence are filled in. */
  Hello hello(HostPort coordinator);

  void accepted(Accepted accepted, HostPort coordinator);

  /** Any order but Accepted, Refused and Refresh. */
  void ordered(AgentOrder order);

  void lost(String why);

  /**
   * No coordinator has said a word for as long as the lease was; said once until one does again.
   */
  void leaseEnded();
}
