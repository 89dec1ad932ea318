package io.lull.platform.session;

import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.ToSession;
import java.io.IOException;

/** A watcher's way to the agent of its machine. */
public interface AgentConnector {
  /** For people: where the agent is looked for. */
  String address();

  /**
   * @throws IOException when no agent listens there
   */
  FrameChannel<ToSession> dial() throws IOException;
}
