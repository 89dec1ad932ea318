package io.lull.agent.core.session;

import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeStatus;

/**
 * An event of an agent's session. Connections are numbered as {@link SessionEffect.Dial} does;
 * events of an earlier connection change nothing.
 */
public sealed interface SessionEvent {
  /** The connection accepts a greeting. */
  record Opened(long connection) implements SessionEvent {}

  /** The answer to {@link SessionEffect.AskHello}. */
  record Greeted(long connection, Hello hello) implements SessionEvent {}

  record Heard(long connection, AgentOrder order) implements SessionEvent {}

  /** The connection accepts one more report without buffering it. */
  record Writable(long connection) implements SessionEvent {}

  /**
   * The connection has ended, or could not be made.
   *
   * @param refused another try is useless
   */
  record Broken(long connection, String why, boolean refused) implements SessionEvent {}

  /** {@link SessionEffect.StoreFence} failed, and the effects after it were dropped. */
  record FenceNotStored(long connection, String why) implements SessionEvent {}

  /**
   * Keep this report until the coordinator has stored it.
   *
   * @param urgent about an end or a result, for which room is reserved
   */
  record Report(AgentReport.Builder report, boolean urgent) implements SessionEvent {}

  /** Only the newest report of a subject matters, and it may be lost. */
  record Mention(String subject, AgentReport.Builder report) implements SessionEvent {}

  /** The node's status now: it has changed, or {@link SessionEffect.AskStatus} asked for it. */
  record Status(NodeStatus status) implements SessionEvent {}

  /** Connect again; unacknowledged reports are sent again. */
  record Redial() implements SessionEvent {}

  /** End the session for good. */
  record Close() implements SessionEvent {}

  /** Time has passed. */
  record Time() implements SessionEvent {}
}
