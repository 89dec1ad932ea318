package io.lull.coordinator.session;

import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;

/**
 * Receives agents' sessions and reports. Calls for one session come one after another; those for
 * different sessions at the same time. False: it cannot be taken now, and the session is to be
 * closed; the agent will say it again.
 */
public interface SessionListener {
  boolean connected(GrpcNodeSession session, Hello hello);

  /** A numbered report, to be acknowledged. */
  boolean reported(GrpcNodeSession session, AgentReport report);

  /**
   * {@link GrpcNodeSession#takeLatest} has something under this key that it did not have before.
   *
   * @param report the first under it; there may be a newer one by then
   */
  boolean refreshed(GrpcNodeSession session, AgentReport report, String key);

  void disconnected(GrpcNodeSession session);
}
