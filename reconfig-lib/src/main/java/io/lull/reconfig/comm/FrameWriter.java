package io.lull.reconfig.comm;

import io.lull.protocol.transport.Throttle;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Sends frames by a wire, one after the other. Any thread. */
final class FrameWriter {
  /** Long contents go in parts of so many bytes. */
  private static final int PART_BYTES = 256 << 10;

  /** Where there is a limit, frames go in parts of so many bytes: a closed link is left soon. */
  private static final int LIMITED_PART_BYTES = 16 << 10;

  /** The interval at which a thread that waits for a silent peer checks whether to go on. */
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final SocketChannel channel;
  private final Wire wire;
  private final ThrottledOutput ration;
  private final Readiness writer;
  private final ReentrantLock sending = new ReentrantLock();
  private volatile boolean stopped;

  /** Where parts of long contents go out from; used by the thread whose turn it is to send. */
  private @Nullable ByteBuffer parts;

  FrameWriter(SocketChannel channel, Wire wire, Throttle throttle) throws IOException {
    this.channel = channel;
    this.wire = wire;
    this.ration = new ThrottledOutput(throttle, LIMITED_PART_BYTES);
    this.writer = new Readiness(channel);
  }

  /**
   * Sends a frame.
   *
   * @param buffer from {@link Frame#buffer}, its position after the payload
   */
  void send(int channelNumber, long tag, long epoch, ByteBuffer buffer) throws IOException {
    Frame.head(buffer, buffer.position() - Frame.HEADER_BYTES, channelNumber, tag, epoch);
    final ByteBuffer whole = buffer.duplicate().flip();
    inTurn(() -> ration.pass(whole, this::push));
  }

  /** Sends a frame, a long one part by part. */
  void send(int channelNumber, long tag, long epoch, FrameContent content) throws IOException {
    if (content.bytes() < Frame.LARGE_BYTES) {
      final ByteBuffer buffer = Frame.buffer(content.bytes());
      content.write(0, buffer);
      send(channelNumber, tag, epoch, buffer);
    } else {
      inTurn(() -> sendParts(channelNumber, tag, epoch, content));
    }
  }

  private void sendParts(int channelNumber, long tag, long epoch, FrameContent content)
      throws IOException {
    @Nullable ByteBuffer place = parts;
    if (place == null) {
      place = wire.place(PART_BYTES);
      parts = place;
    }
    final ByteBuffer part = Frame.buffer(place);
    Frame.head(part, content.bytes(), channelNumber, tag, epoch);
    int written = -Frame.HEADER_BYTES;
    while (written < content.bytes()) {
      content.write(Math.max(0, written), part);
      if (part.position() == 0 || part.position() > content.bytes() - written) {
        throw new IllegalStateException(
            "a frame of " + content.bytes() + " bytes is written otherwise after " + written);
      }
      written += part.position();
      ration.pass(part.flip(), this::push);
      part.clear();
    }
  }

  /** Sends the bytes of a frame. */
  private interface Sender {
    void send() throws IOException;
  }

  private void inTurn(Sender sender) throws IOException {
    sending.lock();
    try {
      sender.send();
    } catch (IOException | RuntimeException e) {
      // What follows a frame of which only a part was sent would be read as the rest of it.
      channel.close();
      throw e;
    } finally {
      sending.unlock();
    }
  }

  private void push(ByteBuffer bytes) throws IOException {
    while (!wire.write(bytes)) {
      writer.await(SelectionKey.OP_WRITE, LONGEST_WAIT_NANOS);
      if (stopped) {
        throw new ClosedChannelException();
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted");
      }
    }
  }

  /** Nobody waits any more. */
  void stop() {
    stopped = true;
  }

  /** After its channel has been closed. */
  void close() {
    writer.close();
  }
}
