package io.lull.reconfig.message.task;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the arrays of an encoded task lie in its bytes: one after the other behind what is
 * serialised, each from a place on that every element divides, so that no element lies in two
 * blocks. What is serialised begins with a table of them.
 */
final class TaskLayout {
  /** The first byte of tasks that have a table. */
  static final int FORMAT = 3;

  private static final int ALIGNMENT = Long.BYTES;
  private static final int HEAD_BYTES = Byte.BYTES + Integer.BYTES + Long.BYTES;
  private static final int ROW_BYTES = Byte.BYTES + Integer.BYTES;

  private final long serialisedLength;
  private final List<TaskArray> arrays;
  private final long[] starts;
  private final long length;

  TaskLayout(long serialisedLength, List<TaskArray> arrays) {
    this.serialisedLength = serialisedLength;
    this.arrays = List.copyOf(arrays);
    this.starts = new long[arrays.size()];
    long end = serialisedLength;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = aligned(end);
      end = starts[i] + arrays.get(i).bytes();
    }
    this.length = end;
  }

  private static long aligned(long at) {
    return Math.ceilDiv(at, ALIGNMENT) * ALIGNMENT;
  }

  long serialisedLength() {
    return serialisedLength;
  }

  List<TaskArray> arrays() {
    return arrays;
  }

  long length() {
    return length;
  }

  /** How much longer what is serialised is with the table before it. */
  static int tableBytes(int arrays) {
    return HEAD_BYTES + arrays * ROW_BYTES;
  }

  /** The table that what is serialised begins with. */
  byte[] table() {
    final ByteBuffer table =
        ByteBuffer.allocate(tableBytes(arrays.size())).order(ByteOrder.BIG_ENDIAN);
    table.put((byte) FORMAT).putInt(arrays.size()).putLong(serialisedLength);
    for (final TaskArray array : arrays) {
      table.put((byte) array.type()).putInt(array.length());
    }
    return table.array();
  }

  /**
   * Reads a table, and makes room for its arrays.
   *
   * @param bytes from the task's first on; all of them, or its first block
   * @param length of the whole task
   * @return empty: the table ends after these bytes, or the task has none
   * @throws IllegalArgumentException when the table is not one of a task of this length
   */
  static Optional<TaskLayout> read(InputStream bytes, long length) {
    try {
      final DataInputStream in = new DataInputStream(bytes);
      if (in.read() != FORMAT) {
        return Optional.empty();
      }
      final int count = in.readInt();
      final long serialisedLength = in.readLong();
      if (count < 0 || tableBytes(0) + (long) count * ROW_BYTES > serialisedLength) {
        throw new IllegalArgumentException("a task says that it has " + count + " arrays");
      }
      final List<int[]> rows = new ArrayList<>();
      long end = serialisedLength;
      for (int i = 0; i < count; i++) {
        final int type = in.readUnsignedByte();
        final int elements = in.readInt();
        if (elements < 0) {
          throw new IllegalArgumentException("an array of a task has " + elements + " elements");
        }
        end = aligned(end) + (long) elements * TaskArray.elementBytes(type);
        rows.add(new int[] {type, elements});
      }
      if (end != length) {
        throw new IllegalArgumentException(
            "a task of " + length + " bytes says that it has " + end);
      }
      return Optional.of(
          new TaskLayout(
              serialisedLength,
              rows.stream().map(row -> TaskArray.allocated(row[0], row[1])).toList()));
    } catch (EOFException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalArgumentException("a task cannot be read", e);
    }
  }

  /**
   * Copies what lies in the arrays of these bytes of the task.
   *
   * @param out from its position to its limit, which stay
   */
  void copyOut(long from, ByteBuffer out) {
    eachPart(from, out, (array, offset, at, count) -> array.copyOut(offset, out, at, count));
  }

  /**
   * Copies to the arrays what lies in them of these bytes of the task.
   *
   * @param in from its position to its limit, which stay
   */
  void copyIn(long from, ByteBuffer in) {
    eachPart(from, in, (array, offset, at, count) -> array.copyIn(offset, in, at, count));
  }

  /** Takes a part of an array, and where it is in the buffer. */
  private interface PartCopier {
    void copy(TaskArray array, long offset, int at, int count);
  }

  private void eachPart(long from, ByteBuffer buffer, PartCopier copier) {
    final long to = from + buffer.remaining();
    for (int i = firstEndingAfter(from); i < starts.length && starts[i] < to; i++) {
      final TaskArray array = arrays.get(i);
      final long begin = Math.max(from, starts[i]);
      final long end = Math.min(to, starts[i] + array.bytes());
      copier.copy(
          array, begin - starts[i], buffer.position() + (int) (begin - from), (int) (end - begin));
    }
  }

  private int firstEndingAfter(long from) {
    int low = 0;
    int high = starts.length;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (starts[middle] + arrays.get(middle).bytes() > from) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
