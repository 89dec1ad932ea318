package io.lull.client.owner;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.client.VisibleMessages;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * A connection to the agent with bounded waits: a frozen agent accepts questions and never answers.
 * For one thread, except {@link #close}.
 */
public final class OwnerConnection implements AutoCloseable {
  private static final int FIRST_BUFFER_BYTES = 16 << 10;

  /** Of a frame's length itself. */
  private static final int MOST_LENGTH_BYTES = 5;

  private final SocketChannel channel;
  private final Selector selector;
  private final Clock clock;

  /** Received and not taken yet: from 0 to its position. */
  private ByteBuffer arrived = ByteBuffer.allocate(FIRST_BUFFER_BYTES);

  private OwnerConnection(SocketChannel channel, Selector selector, Clock clock) {
    this.channel = channel;
    this.selector = selector;
    this.clock = clock;
  }

  /**
   * @param folder of the agent
   * @throws IOException if no agent listens there
   */
  public static OwnerConnection open(Path folder, Clock clock) throws IOException {
    try (SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE))) {
      final SocketChannel channel = SocketChannel.open(path.address());
      try {
        channel.configureBlocking(false);
        final Selector selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        return new OwnerConnection(channel, selector, clock);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  /**
   * @throws IOException if the agent is gone, or accepts nothing within the limit
   */
  public void send(OwnerRequest request, Duration limit) throws IOException {
    final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    Frames.write(frame, request);
    final ByteBuffer bytes = ByteBuffer.wrap(frame.toByteArray());
    final long end = clock.nanos() + limit.toNanos();
    final SelectionKey key = channel.keyFor(selector);
    key.interestOps(SelectionKey.OP_WRITE);
    try {
      while (channel.write(bytes) >= 0 && bytes.hasRemaining()) {
        if (!await(end)) {
          throw new IOException("the agent accepts no request");
        }
      }
    } finally {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  /**
   * The next reply; empty: none within the limit.
   *
   * @throws EOFException if the agent has hung up
   */
  public Optional<OwnerReply> next(Duration limit) throws IOException {
    final long end = clock.nanos() + limit.toNanos();
    while (true) {
      final Optional<OwnerReply> reply = take();
      if (reply.isPresent()) {
        return reply;
      }
      if (!await(end)) {
        return Optional.empty();
      }
      if (!arrived.hasRemaining()) {
        arrived = ByteBuffer.allocate(arrived.capacity() * 2).put(arrived.flip());
      }
      if (channel.read(arrived) < 0) {
        throw new EOFException("the agent closed the connection");
      }
    }
  }

  /** False if the time has come without data. */
  private boolean await(long endNanos) throws IOException {
    final long millis = Math.ceilDiv(endNanos - clock.nanos(), 1_000_000);
    try {
      return (millis <= 0 ? selector.selectNow() : selector.select(millis)) > 0 && forget();
    } catch (ClosedSelectorException e) {
      throw new IOException("this side closed the connection", e);
    }
  }

  private boolean forget() {
    selector.selectedKeys().clear();
    return true;
  }

  private Optional<OwnerReply> take() throws IOException {
    final byte[] bytes = Arrays.copyOf(arrived.array(), arrived.position());
    final CodedInputStream in = CodedInputStream.newInstance(bytes);
    final int length;
    try {
      length = in.readRawVarint32();
    } catch (InvalidProtocolBufferException e) {
      if (bytes.length >= MOST_LENGTH_BYTES) {
        throw e;
      }
      return Optional.empty();
    }
    if (length < 0 || length > Frames.MAX_FRAME_BYTES) {
      throw new IOException("a reply of " + length + " bytes exceeds the limit");
    }
    final int from = in.getTotalBytesRead();
    if (bytes.length - from < length) {
      return Optional.empty();
    }
    final OwnerReply reply =
        (OwnerReply)
            VisibleMessages.of(
                OwnerReply.parser().parseFrom(ByteBuffer.wrap(bytes, from, length).slice()));
    arrived.clear();
    arrived.put(bytes, from + length, bytes.length - from - length);
    return Optional.of(reply);
  }

  /** From any thread: a waiting caller gets an exception. */
  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
