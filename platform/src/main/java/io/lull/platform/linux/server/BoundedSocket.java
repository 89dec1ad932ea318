package io.lull.platform.linux.server;

import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * A connection to a server. For one thread, except {@link #close}. Every wait is bounded: a server
 * that does not respond counts as dead.
 */
public final class BoundedSocket implements Closeable {
  private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(5);

  private final SocketChannel channel;
  private final Selector selector;
  private final Clock clock;
  private final String server;
  private ByteBuffer in;
  private volatile boolean woken;

  private BoundedSocket(SocketAddress address, String server, int inBytes, Clock clock)
      throws IOException {
    this.clock = clock;
    this.server = server;
    this.in = ByteBuffer.allocate(inBytes).order(ByteOrder.nativeOrder()).flip();
    this.selector = Selector.open();
    try {
      this.channel = connect(address);
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
  }

  /**
   * @param server for messages: {@code the X server}
   * @param inBytes the longest message that can be received, unless room is made for more
   */
  public static BoundedSocket open(SocketAddress address, String server, int inBytes, Clock clock)
      throws IOException {
    return new BoundedSocket(address, server, inBytes, clock);
  }

  private SocketChannel connect(SocketAddress address) throws IOException {
    final boolean local = address instanceof UnixDomainSocketAddress;
    final SocketChannel opened =
        local ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
    try {
      opened.configureBlocking(false);
      if (!opened.connect(address)) {
        // A Unix socket connects at once or not at all: then its server's queue is full.
        if (local) {
          throw new IOException(server + " takes no more connections");
        }
        final SelectionKey key = opened.register(selector, SelectionKey.OP_CONNECT);
        selector.select(CONNECTED_WITHIN.toMillis());
        if (!opened.finishConnect()) {
          throw new IOException(server + " did not answer");
        }
        selector.selectedKeys().clear();
        key.interestOps(0);
      }
      opened.register(selector, SelectionKey.OP_READ);
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** The received bytes that were not taken yet, ready to be read, in this machine's byte order. */
  public ByteBuffer received() {
    return in;
  }

  /** Makes room for a message of this length; this moves the received bytes. */
  public void makeRoom(int bytes) {
    if (in.capacity() < bytes) {
      in = ByteBuffer.allocate(bytes).order(in.order()).put(in).flip();
    }
  }

  /**
   * Receives the available bytes; waits if there are none.
   *
   * @return false if nothing came in time, or {@link #wake} was called
   */
  public boolean receive(long deadlineNanos) throws IOException {
    while (true) {
      in.compact();
      final int read;
      try {
        if (!in.hasRemaining()) {
          throw new IOException(server + " sends a message that is too long");
        }
        read = channel.read(in);
      } finally {
        in.flip();
      }
      if (read > 0) {
        return true;
      }
      if (read < 0) {
        throw new EOFException(server + " has ended the connection");
      }
      final long left = deadlineNanos - clock.nanos();
      if (left <= 0 || woken) {
        woken = false;
        return false;
      }
      selector.select(Math.max(1, left / 1_000_000));
      selector.selectedKeys().clear();
      if (!selector.isOpen()) {
        throw new EOFException("the connection is closed");
      }
    }
  }

  /** From any thread: ends one wait for bytes. */
  public void wake() {
    woken = true;
    selector.wakeup();
  }

  /** Requests are tiny: a server that does not accept one at once has stopped. */
  public void send(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        throw new IOException(server + " does not read");
      }
    }
  }

  /** For long messages: the server gets time to read them. */
  public void send(ByteBuffer bytes, long deadlineNanos) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) > 0) {
        continue;
      }
      final long left = deadlineNanos - clock.nanos();
      if (left <= 0) {
        throw new IOException(server + " does not read");
      }
      final SelectionKey key = channel.keyFor(selector);
      key.interestOps(SelectionKey.OP_WRITE);
      try {
        selector.select(Math.max(1, left / 1_000_000));
        selector.selectedKeys().clear();
      } finally {
        key.interestOps(SelectionKey.OP_READ);
      }
    }
  }

  /** From any thread; a waiting caller gets an exception. */
  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
