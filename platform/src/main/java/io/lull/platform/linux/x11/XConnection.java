package io.lull.platform.linux.x11;

import io.lull.platform.linux.server.BoundedSocket;
import io.lull.protocol.time.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection to an X server in the core protocol. For one thread, except {@link #close}. */
final class XConnection implements Closeable {
  private static final int QUERY_EXTENSION = 98;
  private static final int IN_BYTES = 256 << 10;
  private static final int MAX_WAITING = 4096;

  private final BoundedSocket socket;
  private final Duration answeredWithin;
  private final Clock clock;
  private final XSetup greeting;
  private final Deque<XPacket> waiting = new ArrayDeque<>();
  private int sequence;
  private int resources;

  /**
   * @param major first byte of its requests
   * @param firstEvent first byte of its first event
   */
  record Extension(int major, int firstEvent) {}

  private XConnection(SocketAddress address, byte[] cookie, Duration answeredWithin, Clock clock)
      throws IOException {
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    this.socket = BoundedSocket.open(address, "the X server", IN_BYTES, clock);
    socket.received().order(ByteOrder.LITTLE_ENDIAN);
    try {
      socket.send(XSetup.hello(cookie));
      final ByteBuffer head = read(XSetup.HEAD);
      this.greeting = XSetup.parse(head, read(XSetup.restLength(head)));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * @param answeredWithin a longer time counts as no answer
   */
  static XConnection open(
      SocketAddress address, byte[] cookie, Duration answeredWithin, Clock clock)
      throws IOException {
    return new XConnection(address, cookie, answeredWithin, clock);
  }

  XSetup greeting() {
    return greeting;
  }

  /** A number for an object that this client is about to create in the server. */
  int newId() {
    resources++;
    return greeting.resourceIds() + resources;
  }

  Optional<Extension> extension(String name) throws IOException {
    final ByteBuffer request = request(QUERY_EXTENSION, 0, 8 + XSetup.padded(name.length()));
    request.putShort((short) name.length()).putShort((short) 0);
    request.put(name.getBytes(StandardCharsets.ISO_8859_1));
    final ByteBuffer reply = ask(request);
    return reply.get(8) == 0
        ? Optional.empty()
        : Optional.of(new Extension(reply.get(9) & 0xff, reply.get(10) & 0xff));
  }

  /**
   * A request with its header written.
   *
   * @param minor the second byte: an extension's request number
   */
  static ByteBuffer request(int major, int minor, int bytes) {
    return ByteBuffer.allocate(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) major)
        .put((byte) minor)
        .putShort((short) (bytes / 4));
  }

  /**
   * Sends a request.
   *
   * @return its number, which identifies its reply if it has one
   */
  int send(ByteBuffer request) throws IOException {
    socket.send(request.clear());
    sequence = (sequence + 1) & 0xffff;
    return sequence;
  }

  /**
   * Sends a request and waits for its reply.
   *
   * @throws XError if the server refuses it
   */
  ByteBuffer ask(ByteBuffer request) throws IOException {
    return reply(send(request));
  }

  /**
   * Waits for the reply to a request; several must be taken in the order of the requests. Other
   * packets meanwhile are kept for {@link #next}.
   *
   * @throws XError if the server refuses it
   */
  ByteBuffer reply(int request) throws IOException {
    final long deadline = clock.nanos() + answeredWithin.toNanos();
    while (true) {
      final XPacket packet = receive(deadline);
      if (packet == null) {
        throw new IOException(
            "the X server did not answer within " + answeredWithin.toSeconds() + " s");
      }
      if (packet.isReply() && packet.sequence() == request) {
        return packet.bytes();
      }
      if (packet.isError() && packet.sequence() == request) {
        throw new XError(packet.errorCode());
      }
      if (waiting.size() == MAX_WAITING) {
        throw new IOException("the X server sends events faster than they can be taken");
      }
      waiting.add(packet);
    }
  }

  /** The next packet that is not a reply; null: none in time. */
  @Nullable XPacket next(long withinNanos) throws IOException {
    final XPacket first = waiting.poll();
    return first != null ? first : receive(clock.nanos() + withinNanos);
  }

  private @Nullable XPacket receive(long deadline) throws IOException {
    while (true) {
      final XPacket packet = XPacket.take(socket.received());
      if (packet != null) {
        return packet;
      }
      if (!socket.receive(deadline)) {
        return null;
      }
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    final long deadline = clock.nanos() + answeredWithin.toNanos();
    while (socket.received().remaining() < bytes) {
      if (!socket.receive(deadline)) {
        throw new IOException("the X server did not greet");
      }
    }
    final byte[] taken = new byte[bytes];
    socket.received().get(taken);
    return ByteBuffer.wrap(taken).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** The server refuses a request. */
  static final class XError extends IOException {
    XError(int code) {
      super("the X server reports error " + code);
    }
  }
}
