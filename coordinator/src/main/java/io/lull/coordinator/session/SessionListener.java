package io.lull.coordinator.session;

import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;

/**
 * Hears what the agents say. Calls for one link come one after another; those for different links
 * at the same time. False: it cannot be taken now, and the link is to be closed; the agent will say
 * it again.
 */
public interface SessionListener {
  boolean connected(NodeLink link, Hello hello);

  /** A numbered report, to be acknowledged. */
  boolean reported(NodeLink link, AgentReport report);

  /**
   * {@link NodeLink#takeLatest} has something under this key that it did not have before.
   *
   * @param report the first under it; there may be a newer one by then
   */
  boolean refreshed(NodeLink link, AgentReport report, String key);

  void disconnected(NodeLink link);
}
