package io.lull.reconfig.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One message on a link.
 *
 * @param kind what it is for
 * @param tag which one of its kind: the stamp of the call that it belongs to; of cells, their
 *     grid's index
 * @param epoch in which it was sent
 * @param payload little-endian
 */
public record Frame(Kind kind, long tag, long epoch, ByteBuffer payload) {
  /** No payload is longer. */
  public static final int MAX_PAYLOAD_BYTES = 256 << 20;

  /** Length of the payload, kind, tag, epoch. */
  static final int HEADER_BYTES = Integer.BYTES + Byte.BYTES + Long.BYTES + Long.BYTES;

  /** Where each begins. */
  static final int KIND_AT = Integer.BYTES;

  static final int TAG_AT = KIND_AT + Byte.BYTES;
  static final int EPOCH_AT = TAG_AT + Long.BYTES;

  /** What a frame is for. */
  public enum Kind {
    /** Cells beside the receiver's box. */
    HALO(1),
    /** A part of a reduction. */
    REDUCE(2),
    /** Rows on their way to where the results are written. */
    ROWS(3),
    /** A box of cells on its way to its new owner. */
    CELLS(4),
    /** What every worker holds alike, for a worker that has nothing yet. */
    REPLICATED(5),
    /** What the author's program has for another worker. */
    MESSAGE(6),
    /** At which call the sender has been waiting for a while. */
    WAITING(7),
    /** Cells on their way to their new owner that lie in no box. */
    PART(8);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    byte code() {
      return code;
    }

    static Kind of(byte code) {
      for (final Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no frame is of kind " + code);
    }

    /** Whether it is for the runtime, and not for the program that waits for a frame. */
    boolean ofRuntime() {
      return movesCells() || this == REPLICATED || this == WAITING;
    }

    /** Whether it brings cells to their new owner. */
    boolean movesCells() {
      return this == CELLS || this == PART;
    }
  }

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

  /** What was put into such a buffer, to be read from zero. */
  public static ByteBuffer payload(ByteBuffer buffer) {
    return buffer.duplicate().flip().position(HEADER_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
