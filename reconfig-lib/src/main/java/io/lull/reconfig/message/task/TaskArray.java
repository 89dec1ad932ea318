package io.lull.reconfig.message.task;

import io.lull.protocol.architecture.Exempt;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/** An array of numbers of a task, as the bytes that it has in memory. */
@Exempt(
    from = Exempt.Rule.FOREIGN_MEMORY,
    because = "arrays of the heap are seen as bytes, whatever their elements are")
final class TaskArray {
  /** By their codes, which are their places in this list. */
  static final List<Class<?>> TYPES =
      List.of(
          byte[].class,
          char[].class,
          short[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class);

  /** Of an element, by code. */
  private static final List<Integer> ELEMENT_BYTES =
      List.of(
          Byte.BYTES,
          Character.BYTES,
          Short.BYTES,
          Integer.BYTES,
          Long.BYTES,
          Float.BYTES,
          Double.BYTES);

  private final Object array;
  private final MemorySegment segment;

  private TaskArray(Object array) {
    this.array = array;
    this.segment =
        switch (array) {
          case byte[] bytes -> MemorySegment.ofArray(bytes);
          case char[] chars -> MemorySegment.ofArray(chars);
          case short[] shorts -> MemorySegment.ofArray(shorts);
          case int[] ints -> MemorySegment.ofArray(ints);
          case long[] longs -> MemorySegment.ofArray(longs);
          case float[] floats -> MemorySegment.ofArray(floats);
          case double[] doubles -> MemorySegment.ofArray(doubles);
          default ->
              throw new IllegalArgumentException(array.getClass() + " is no array of numbers");
        };
  }

  static TaskArray of(Object array) {
    return new TaskArray(array);
  }

  /**
   * A new one.
   *
   * @param type its code
   * @throws IllegalArgumentException when there is no such type
   */
  static TaskArray allocated(int type, int length) {
    return new TaskArray(Array.newInstance(TYPES.get(known(type)).componentType(), length));
  }

  /**
   * Of each element of a type.
   *
   * @throws IllegalArgumentException when there is no such type
   */
  static int elementBytes(int type) {
    return ELEMENT_BYTES.get(known(type));
  }

  private static int known(int type) {
    if (type < 0 || type >= TYPES.size()) {
      throw new IllegalArgumentException(type + " is no type of an array");
    }
    return type;
  }

  /** The array itself. */
  Object array() {
    return array;
  }

  int type() {
    return TYPES.indexOf(array.getClass());
  }

  int length() {
    return Array.getLength(array);
  }

  long bytes() {
    return segment.byteSize();
  }

  TaskArray copied() {
    final TaskArray copy = allocated(type(), length());
    MemorySegment.copy(segment, 0, copy.segment, 0, bytes());
    return copy;
  }

  /** Copies some of its bytes to a buffer, whose position does not count. */
  void copyOut(long offset, ByteBuffer out, int at, int count) {
    MemorySegment.copy(segment, offset, MemorySegment.ofBuffer(out.slice(at, count)), 0, count);
  }

  /** Copies from a buffer to some of its bytes. */
  void copyIn(long offset, ByteBuffer in, int at, int count) {
    MemorySegment.copy(MemorySegment.ofBuffer(in.slice(at, count)), 0, segment, offset, count);
  }
}
