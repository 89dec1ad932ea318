package io.lull.platform.linux.x11;

import io.lull.protocol.time.Clock;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with an X server in the core protocol's bytes. For one thread, but for {@link
 * #close}. Every wait has an end: a server that stands still is as good as dead.
 */
final class XConnection implements AutoCloseable {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);
  private static final int QUERY_EXTENSION = 98;
  private static final int IN_BYTES = 256 << 10;

  private final SocketChannel channel;
  private final Selector selector;
  private final Clock clock;
  private final ByteBuffer in = ByteBuffer.allocate(IN_BYTES).order(ByteOrder.LITTLE_ENDIAN).flip();
  private final XGreeting greeting;
  private int sequence;

  private XConnection(SocketAddress address, byte[] cookie, Clock clock) throws IOException {
    this.clock = clock;
    this.selector = Selector.open();
    try {
      this.channel = open(address);
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
    try {
      channel.register(selector, SelectionKey.OP_READ);
      write(XGreeting.hello(cookie));
      final ByteBuffer head = read(XGreeting.HEAD);
      this.greeting = XGreeting.parse(head, read(XGreeting.restLength(head)));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private SocketChannel open(SocketAddress address) throws IOException {
    final SocketChannel opened =
        address instanceof UnixDomainSocketAddress
            ? SocketChannel.open(java.net.StandardProtocolFamily.UNIX)
            : SocketChannel.open();
    try {
      if (address instanceof UnixDomainSocketAddress) {
        opened.connect(address);
        opened.configureBlocking(false);
      } else {
        opened.configureBlocking(false);
        if (!opened.connect(address)) {
          final SelectionKey key = opened.register(selector, SelectionKey.OP_CONNECT);
          selector.select(ANSWERED_WITHIN.toMillis());
          if (!opened.finishConnect()) {
            throw new IOException("the X server did not answer");
          }
          selector.selectedKeys().clear();
          key.interestOps(0);
        }
      }
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  static XConnection open(SocketAddress address, byte[] cookie, Clock clock) throws IOException {
    return new XConnection(address, cookie, clock);
  }

  XGreeting greeting() {
    return greeting;
  }

  /** The major opcode of an extension. */
  Optional<Integer> extension(String name, Consumer<XPacket> events) throws IOException {
    final ByteBuffer request = request(QUERY_EXTENSION, 0, 8 + XGreeting.padded(name.length()));
    request.putShort((short) name.length()).putShort((short) 0);
    request.put(name.getBytes(StandardCharsets.ISO_8859_1));
    final ByteBuffer reply = ask(request, events);
    return reply.get(8) == 0 ? Optional.empty() : Optional.of(reply.get(9) & 0xff);
  }

  /**
   * A request with its head written.
   *
   * @param minor the second byte: of extensions, which of their requests
   */
  static ByteBuffer request(int major, int minor, int bytes) {
    return ByteBuffer.allocate(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) major)
        .put((byte) minor)
        .putShort((short) (bytes / 4));
  }

  /** A request that has no reply. */
  void send(ByteBuffer request) throws IOException {
    write(request.clear());
    sequence = (sequence + 1) & 0xffff;
  }

  /**
   * A request and its reply.
   *
   * @param events gets what comes in between
   */
  ByteBuffer ask(ByteBuffer request, Consumer<XPacket> events) throws IOException {
    send(request);
    final int mine = sequence;
    final long deadline = clock.nanos() + ANSWERED_WITHIN.toNanos();
    while (true) {
      final XPacket packet = next(deadline - clock.nanos());
      if (packet == null) {
        throw new IOException(
            "the X server did not answer within " + ANSWERED_WITHIN.toSeconds() + " s");
      }
      if (packet.isReply() && packet.sequence() == mine) {
        return packet.bytes();
      }
      events.accept(packet);
    }
  }

  /**
   * The next packet; null when none came in time.
   *
   * @throws IOException also for an error that the server reports
   */
  @Nullable XPacket next(long withinNanos) throws IOException {
    final long deadline = clock.nanos() + withinNanos;
    while (true) {
      final XPacket packet = XPacket.take(in);
      if (packet != null) {
        if (packet.isError()) {
          throw new IOException("the X server reports error " + packet.errorCode());
        }
        return packet;
      }
      if (!fill(deadline)) {
        return null;
      }
    }
  }

  /** Reads what there is; false when nothing came in time. */
  private boolean fill(long deadline) throws IOException {
    while (true) {
      in.compact();
      final int read;
      try {
        read = channel.read(in);
      } finally {
        in.flip();
      }
      if (read > 0) {
        return true;
      }
      if (read < 0) {
        throw new EOFException("the X server has ended the connection");
      }
      final long left = deadline - clock.nanos();
      if (left <= 0) {
        return false;
      }
      selector.select(Math.max(1, left / 1_000_000));
      selector.selectedKeys().clear();
      if (!selector.isOpen()) {
        throw new EOFException("the connection is closed");
      }
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    final long deadline = clock.nanos() + ANSWERED_WITHIN.toNanos();
    while (in.remaining() < bytes) {
      if (!fill(deadline)) {
        throw new IOException("the X server did not greet");
      }
    }
    final byte[] taken = new byte[bytes];
    in.get(taken);
    return ByteBuffer.wrap(taken).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Requests are tiny: a server that does not take one at once has stopped. */
  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        throw new IOException("the X server does not read");
      }
    }
  }

  /** From any thread; whoever waits is told by an exception. */
  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
