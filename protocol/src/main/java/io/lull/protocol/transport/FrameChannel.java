package io.lull.protocol.transport;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link Frames} on a non-blocking connection: neither end can block the other or make it use much
 * memory. One thread may send while another takes.
 *
 * @param <M> what the other end says
 */
public final class FrameChannel<M extends MessageLite> implements AutoCloseable {
  private static final int LONGEST_VARINT = 5;
  private static final int UNSENT_FRAMES = 8;

  private final SelectableChannel source;
  private final ReadableByteChannel reads;
  private final SelectableChannel sink;
  private final WritableByteChannel writes;
  private final Parser<M> parser;
  private final int maxFrameBytes;
  private final ByteBuffer in;
  private final ByteBuffer out;

  /**
   * @param channel closed with this
   * @param maxFrameBytes of a message, in either direction
   */
  public FrameChannel(SocketChannel channel, Parser<M> parser, int maxFrameBytes)
      throws IOException {
    this(channel, channel, channel, channel, parser, maxFrameBytes);
  }

  /**
   * @param in closed with this, as is the other
   * @param maxFrameBytes of a message, in either direction
   */
  public FrameChannel(
      Pipe.SourceChannel in, Pipe.SinkChannel out, Parser<M> parser, int maxFrameBytes)
      throws IOException {
    this(in, in, out, out, parser, maxFrameBytes);
  }

  private FrameChannel(
      SelectableChannel source,
      ReadableByteChannel reads,
      SelectableChannel sink,
      WritableByteChannel writes,
      Parser<M> parser,
      int maxFrameBytes)
      throws IOException {
    this.source = source;
    this.reads = reads;
    this.sink = sink;
    this.writes = writes;
    this.parser = parser;
    this.maxFrameBytes = maxFrameBytes;
    this.in = ByteBuffer.allocate(maxFrameBytes + LONGEST_VARINT);
    this.out = ByteBuffer.allocate(UNSENT_FRAMES * (maxFrameBytes + LONGEST_VARINT));
    source.configureBlocking(false);
    sink.configureBlocking(false);
  }

  /** The selector wakes when something has come; what is attached is found at that key. */
  public SelectionKey register(Selector selector, @Nullable Object attachment) throws IOException {
    return source.register(selector, SelectionKey.OP_READ, attachment);
  }

  /** Whether the selector is to wake also when there is room to send. */
  public void awaitRoom(Selector selector, boolean wanted) throws IOException {
    final int alone = sink.equals(source) ? SelectionKey.OP_READ : 0;
    final SelectionKey key = sink.keyFor(selector);
    if (key == null && wanted) {
      sink.register(selector, SelectionKey.OP_WRITE);
    } else if (key != null && key.isValid()) {
      key.interestOps(alone | (wanted ? SelectionKey.OP_WRITE : 0));
    }
  }

  /**
   * What has come whole, in order.
   *
   * @throws EOFException when the other end has closed and all that it said was taken before
   */
  public List<M> take() throws IOException {
    final List<M> messages = new ArrayList<>();
    while (true) {
      final int read;
      try {
        read = reads.read(in);
      } catch (IOException e) {
        if (messages.isEmpty()) {
          throw e;
        }
        // What the other end said last counts, though it hung up with something unread.
        return messages;
      }
      if (read < 0 && messages.isEmpty()) {
        throw new EOFException("the connection was closed");
      }
      in.flip();
      M message = next();
      while (message != null) {
        messages.add(message);
        message = next();
      }
      in.compact();
      if (read <= 0) {
        return messages;
      }
    }
  }

  private @Nullable M next() throws IOException {
    final int start = in.position();
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      if (!in.hasRemaining()) {
        in.position(start);
        return null;
      }
      final byte part = in.get();
      if (shift >= 7 * LONGEST_VARINT) {
        throw new IOException("invalid message length");
      }
      length |= (part & 0x7f) << shift;
      if (part >= 0) {
        break;
      }
    }
    if (length < 0 || length > maxFrameBytes) {
      throw new IOException(
          "a message of " + length + " bytes exceeds the limit of " + maxFrameBytes);
    }
    if (in.remaining() < length) {
      in.position(start);
      return null;
    }
    final M message = parser.parseFrom(in.slice(in.position(), length));
    in.position(in.position() + length);
    return message;
  }

  /**
   * Sends at once as much as the other end takes.
   *
   * @return whether all is sent; else {@link #flush} has to be called when there is room again
   * @throws IOException also when the other end has not taken anything for long
   */
  public synchronized boolean send(MessageLite message) throws IOException {
    final int size = message.getSerializedSize();
    if (size > maxFrameBytes) {
      throw new IOException(
          "a message of " + size + " bytes exceeds the limit of " + maxFrameBytes);
    }
    if (size + LONGEST_VARINT > out.remaining()) {
      throw new IOException("the other end does not read");
    }
    int rest = size;
    while (rest > 0x7f) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
    out.put(message.toByteArray());
    return flush();
  }

  /** Whether nothing is left to send. */
  public synchronized boolean flush() throws IOException {
    out.flip();
    try {
      writes.write(out);
    } finally {
      out.compact();
    }
    return out.position() == 0;
  }

  @Override
  public void close() throws IOException {
    try {
      source.close();
    } finally {
      sink.close();
    }
  }
}
