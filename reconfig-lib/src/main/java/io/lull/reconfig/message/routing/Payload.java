package io.lull.reconfig.message.routing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The content of a message: an array of primitives, or an encoded object.
 *
 * @param values an array of the kind's element type; of {@link Kind#OBJECT}, bytes
 */
public record Payload(Kind kind, Object values) {
  /** Of a message, beside its content. */
  private static final int OVERHEAD_BYTES = 64;

  /** What an array's elements are. */
  public enum Kind {
    BYTES(0, Byte.BYTES),
    INTS(1, Integer.BYTES),
    LONGS(2, Long.BYTES),
    FLOATS(3, Float.BYTES),
    DOUBLES(4, Double.BYTES),
    /** Bytes that an encoder made of an object. */
    OBJECT(5, Byte.BYTES);

    private final int code;
    private final int elementBytes;

    Kind(int code, int elementBytes) {
      this.code = code;
      this.elementBytes = elementBytes;
    }

    /** The number by which it is written. */
    public byte code() {
      return (byte) code;
    }

    /**
     * That of a code.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Kind of(int code) {
      for (final Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no message has content of kind " + code);
    }
  }

  public int length() {
    return switch (values) {
      case byte[] array -> array.length;
      case int[] array -> array.length;
      case long[] array -> array.length;
      case float[] array -> array.length;
      case double[] array -> array.length;
      default -> throw new IllegalStateException("no content: " + values.getClass());
    };
  }

  public long bytes() {
    return (long) length() * kind.elementBytes;
  }

  /** What it counts for where messages are bounded: empty ones take memory, too. */
  public long weight() {
    return bytes() + OVERHEAD_BYTES;
  }

  /** The same in another array. */
  public Payload copy() {
    return new Payload(
        kind,
        switch (values) {
          case byte[] array -> array.clone();
          case int[] array -> array.clone();
          case long[] array -> array.clone();
          case float[] array -> array.clone();
          case double[] array -> array.clone();
          default -> throw new IllegalStateException("no content: " + values.getClass());
        });
  }

  /** Appends the elements, little-endian. */
  public void write(ByteBuffer out) {
    write(0, length(), out);
  }

  /**
   * Appends the elements that follow, as many as there is room for.
   *
   * @param from how many bytes were written before
   */
  public void write(int from, ByteBuffer out) {
    final int first = from / kind.elementBytes;
    write(first, Math.min(length() - first, out.remaining() / kind.elementBytes), out);
  }

  private void write(int first, int count, ByteBuffer out) {
    final ByteBuffer at = out.slice().order(ByteOrder.LITTLE_ENDIAN);
    switch (values) {
      case byte[] array -> at.put(array, first, count);
      case int[] array -> at.asIntBuffer().put(array, first, count);
      case long[] array -> at.asLongBuffer().put(array, first, count);
      case float[] array -> at.asFloatBuffer().put(array, first, count);
      case double[] array -> at.asDoubleBuffer().put(array, first, count);
      default -> throw new IllegalStateException("no content: " + values.getClass());
    }
    out.position(out.position() + count * kind.elementBytes);
  }

  /**
   * All that remains, as {@link #write} wrote it.
   *
   * @throws IllegalArgumentException when it is not a whole number of elements
   */
  public static Payload read(Kind kind, ByteBuffer in) {
    if (in.remaining() % kind.elementBytes != 0) {
      throw new IllegalArgumentException(
          in.remaining() + " bytes are no whole number of elements of kind " + kind);
    }
    final int length = in.remaining() / kind.elementBytes;
    final ByteBuffer from = in.slice().order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.limit());
    return new Payload(
        kind,
        switch (kind) {
          case BYTES, OBJECT -> {
            final byte[] array = new byte[length];
            from.get(array);
            yield array;
          }
          case INTS -> {
            final int[] array = new int[length];
            from.asIntBuffer().get(array);
            yield array;
          }
          case LONGS -> {
            final long[] array = new long[length];
            from.asLongBuffer().get(array);
            yield array;
          }
          case FLOATS -> {
            final float[] array = new float[length];
            from.asFloatBuffer().get(array);
            yield array;
          }
          case DOUBLES -> {
            final double[] array = new double[length];
            from.asDoubleBuffer().get(array);
            yield array;
          }
        });
  }

  /** By which a repeated message is compared with the first one. */
  public int checksum() {
    final CRC32C crc = new CRC32C();
    if (values instanceof final byte[] array) {
      crc.update(array);
    } else {
      final ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes()));
      write(buffer);
      crc.update(buffer.flip());
    }
    return (int) crc.getValue();
  }
}
