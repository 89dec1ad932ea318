package io.lull.agent.core.session;

import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;

/** What an agent must do for its session, in this order. */
public sealed interface SessionEffect {
  /**
   * Make a connection and answer with {@link SessionEvent.Opened}.
   *
   * @param coordinator its place in the list of coordinators
   */
  record Dial(long connection, int coordinator) implements SessionEffect {}

  /**
   * Describe the node as it is now; answer with {@link SessionEvent.Greeted}.
   *
   * @param fenceSeen the greatest fence obeyed so far
   */
  record AskHello(long connection, int coordinator, long fenceSeen) implements SessionEffect {}

  /** Answer with {@link SessionEvent.Status}. */
  record AskStatus() implements SessionEffect {}

  /**
   * Store the greatest fence before any effect after this one. If that fails, drop those and answer
   * with {@link SessionEvent.FenceNotStored}.
   */
  record StoreFence(long connection, long fence) implements SessionEffect {}

  /** Write the report, then say {@link SessionEvent.Writable} when the connection takes another. */
  record Write(long connection, AgentReport report) implements SessionEffect {}

  /** Obey the order. */
  record Deliver(AgentOrder order) implements SessionEffect {}

  /** The coordinator has accepted this node. */
  record AcceptedBy(int coordinator, Accepted accepted) implements SessionEffect {}

  /** The coordinator that had accepted this node is lost. */
  record Lost(int coordinator, String why) implements SessionEffect {}

  /** This coordinator cannot be reached; said at most once a minute. */
  record Unreachable(int coordinator, String why) implements SessionEffect {}

  /** No coordinator has been heard for the length of the lease. */
  record LeaseEnded() implements SessionEffect {}

  /**
   * End the connection.
   *
   * @param politely after what was written has been sent
   */
  record HangUp(long connection, boolean politely) implements SessionEffect {}

  /** The session has ended for good: the coordinators refuse this node. */
  record Refused(String why) implements SessionEffect {}

  /** A report was dropped, since too many wait. */
  record NotKept(int waiting) implements SessionEffect {}

  /** An order was ignored, since its coordinator does not lead any more. */
  record StaleOrder(long fence, long fenceSeen) implements SessionEffect {}
}
