package io.lull.protocol.transport;

import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The owner's programs' way to the agent on the same machine: one question, one answer. */
public final class OwnerSocket implements AutoCloseable {
  /** Its name in the agent's data folder. */
  public static final String FILE = "control.sock";

  private final SocketChannel channel;

  private OwnerSocket(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * @param dataFolder of the agent
   * @throws IOException when no agent listens there
   */
  public static OwnerSocket connect(Path dataFolder) throws IOException {
    try (SocketPath path = SocketPath.of(dataFolder.resolve(FILE))) {
      return new OwnerSocket(SocketChannel.open(path.address()));
    }
  }

  public OwnerReply ask(OwnerRequest request) throws IOException {
    Frames.write(Channels.newOutputStream(channel), request);
    final OwnerReply reply = Frames.read(Channels.newInputStream(channel), OwnerReply.parser());
    if (reply == null) {
      throw new IOException("the agent did not answer");
    }
    return reply;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
