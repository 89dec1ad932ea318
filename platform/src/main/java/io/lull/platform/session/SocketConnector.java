package io.lull.platform.session;

import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.ToSession;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Connects over a Unix domain socket.
 *
 * @param socket of the agent, which need not run yet
 */
public record SocketConnector(Path socket) implements AgentConnector {
  @Override
  public String address() {
    return socket.toString();
  }

  @Override
  public FrameChannel<ToSession> dial() throws IOException {
    try (SocketPath path = SocketPath.of(socket)) {
      return new FrameChannel<>(
          SocketChannel.open(path.address()), ToSession.parser(), SessionMessages.MAX_FRAME_BYTES);
    }
  }
}
