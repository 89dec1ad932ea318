package io.lull.reconfig.comm;

import io.lull.protocol.transport.Throttle;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Puts frames together from what comes by a wire. One thread at a time. */
final class FrameReader {
  /** Small frames come several at a time. */
  private static final int BUFFER_BYTES = 64 << 10;

  /** Long ones are read into their own place, so much at a time. */
  private static final int PART_BYTES = 256 << 10;

  private final String peer;
  private final Wire wire;
  private final Throttle throttle;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private final ByteBuffer header =
      ByteBuffer.allocate(Frame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * Where large payloads come in, and those of bulk channels; null: handed out, or not needed yet.
   */
  private @Nullable ByteBuffer large;

  private @Nullable ByteBuffer payload;
  private boolean lastWasLarge;

  FrameReader(String peer, Wire wire, Throttle throttle) {
    this.peer = peer;
    this.wire = wire;
    this.throttle = throttle;
  }

  /**
   * The next frame, or null when not all of it has come. A large payload, and one that belongs to a
   * bulk channel, is good until the next call, unless it is handed out.
   *
   * @throws EOFException when the peer sends no more
   */
  @Nullable Frame next() throws IOException, InterruptedException {
    while (true) {
      final ByteBuffer place = payload == null ? header : payload;
      take(place);
      if (place.hasRemaining()) {
        if (!more(place)) {
          return null;
        }
      } else if (payload == null) {
        payload = begin();
      } else {
        return end(place);
      }
    }
  }

  private void take(ByteBuffer place) {
    final int count = Math.min(buffer.remaining(), place.remaining());
    place.put(place.position(), buffer, buffer.position(), count);
    place.position(place.position() + count);
    buffer.position(buffer.position() + count);
  }

  /** All that had come is taken. */
  private boolean more(ByteBuffer place) throws IOException, InterruptedException {
    final int came;
    if (place.remaining() >= BUFFER_BYTES) {
      final int end = place.limit();
      try {
        came = wire.read(place.limit(place.position() + Math.min(place.remaining(), PART_BYTES)));
      } finally {
        place.limit(end);
      }
    } else {
      buffer.clear();
      try {
        came = wire.read(buffer);
      } finally {
        buffer.flip();
      }
    }
    if (came < 0) {
      throw new EOFException("worker " + peer + " hung up");
    }
    throttle.pass(came);
    return came > 0;
  }

  private ByteBuffer begin() throws IOException {
    final int length = header.getInt(0);
    if (length < 0 || length > Frame.MAX_PAYLOAD_BYTES) {
      throw new IOException("worker " + peer + " sent a frame of " + length + " bytes");
    }
    lastWasLarge = length >= Frame.LARGE_BYTES || Channel.isBulk(channel());
    if (!lastWasLarge) {
      return ByteBuffer.allocate(length);
    }
    @Nullable ByteBuffer place = large;
    if (place == null || place.capacity() < length) {
      place = wire.place(length);
      large = place;
    }
    return place.duplicate().clear().limit(length).slice();
  }

  /**
   * The last frame's payload stays as it is, whatever comes next.
   *
   * @return its place, for {@link #takeBack} once nobody needs it; null: it is its own
   */
  @Nullable ByteBuffer handOut() {
    if (!lastWasLarge) {
      return null;
    }
    final @Nullable ByteBuffer place = large;
    large = null;
    return place;
  }

  /**
   * The last frame as it stays, whatever comes next. Memory outside of the heap is not given away
   * for that: it would come back only when the collector looks.
   */
  Frame kept(Frame last) {
    final @Nullable ByteBuffer place = large;
    if (lastWasLarge && place != null && place.isDirect()) {
      final ByteBuffer copy =
          ByteBuffer.allocate(last.payload().remaining()).order(ByteOrder.LITTLE_ENDIAN);
      return new Frame(
          last.channel(), last.tag(), last.epoch(), copy.put(last.payload().duplicate()).flip());
    }
    handOut();
    return last;
  }

  void takeBack(ByteBuffer place) {
    if (large == null) {
      large = place;
    }
  }

  private int channel() {
    return Byte.toUnsignedInt(header.get(Frame.CHANNEL_AT));
  }

  private Frame end(ByteBuffer whole) {
    final Frame frame =
        new Frame(
            channel(),
            header.getLong(Frame.TAG_AT),
            header.getLong(Frame.EPOCH_AT),
            whole.flip().order(ByteOrder.LITTLE_ENDIAN));
    header.clear();
    payload = null;
    return frame;
  }
}
