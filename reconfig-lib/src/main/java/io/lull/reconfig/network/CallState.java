package io.lull.reconfig.network;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Whether a call is broken off, and the channel that ends with it. Any thread. */
final class CallState implements Closeable {
  private @Nullable SocketChannel channel;
  private boolean closed;

  /**
   * From now on the channel ends with the call.
   *
   * @throws ClosedChannelException when the call has been broken off; the channel is closed
   */
  synchronized SocketChannel hold(SocketChannel opened) throws IOException {
    if (closed) {
      opened.close();
      throw new ClosedChannelException();
    }
    channel = opened;
    return opened;
  }

  synchronized boolean closed() {
    return closed;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (channel != null) {
      channel.close();
    }
  }
}
