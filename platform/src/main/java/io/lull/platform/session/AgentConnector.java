package io.lull.platform.session;

import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.ToSession;
import java.io.IOException;

/** How a watcher connects to the agent of its machine. */
public interface AgentConnector {
  /** The agent's address, for people. */
  String address();

  /**
   * @throws IOException if no agent listens there
   */
  FrameChannel<ToSession> dial() throws IOException;
}
