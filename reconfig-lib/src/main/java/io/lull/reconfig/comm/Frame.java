package io.lull.reconfig.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One message on a link.
 *
 * @param channel what it is for, a number of {@link Channel}
 * @param tag what the users of its channel tell its frames apart by
 * @param epoch in which it was sent
 * @param payload little-endian
 */
public record Frame(int channel, long tag, long epoch, ByteBuffer payload) {
  /** No payload is longer. */
  public static final int MAX_PAYLOAD_BYTES = 256 << 20;

  /** Length of the payload, channel, tag, epoch. */
  static final int HEADER_BYTES = Integer.BYTES + Byte.BYTES + Long.BYTES + Long.BYTES;

  /** Where each begins. */
  static final int CHANNEL_AT = Integer.BYTES;

  static final int TAG_AT = CHANNEL_AT + Byte.BYTES;
  static final int EPOCH_AT = TAG_AT + Long.BYTES;

  /** A buffer for a payload of at most so many bytes, with room for the header before it. */
  public static ByteBuffer buffer(int payloadBytes) {
    final ByteBuffer buffer =
        ByteBuffer.allocate(HEADER_BYTES + payloadBytes).order(ByteOrder.LITTLE_ENDIAN);
    return buffer.position(HEADER_BYTES);
  }

  /** From so many bytes a payload gets a place that is used again. */
  static final int LARGE_BYTES = 64 << 10;

  /** A place of a wire's as such a buffer. */
  static ByteBuffer buffer(ByteBuffer place) {
    return place.clear().order(ByteOrder.LITTLE_ENDIAN).position(HEADER_BYTES);
  }

  /** Writes the header to the beginning of such a buffer. */
  static void head(ByteBuffer buffer, int payloadBytes, int channel, long tag, long epoch) {
    buffer
        .putInt(0, payloadBytes)
        .put(CHANNEL_AT, (byte) channel)
        .putLong(TAG_AT, tag)
        .putLong(EPOCH_AT, epoch);
  }

  /** What was put into such a buffer, to be read from zero. */
  public static ByteBuffer payload(ByteBuffer buffer) {
    return buffer.duplicate().flip().position(HEADER_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
