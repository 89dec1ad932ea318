package io.lull.reconfig.message.task;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An encoded task, in blocks of equal length but for the last: it may be longer than an array. What
 * is serialised comes first, then its long arrays, which are not copied for it. Not changed once it
 * is made, as long as nobody writes into its arrays.
 */
public final class TaskBytes {
  /** As long as what is read and verified as a whole, in a piece and on a link. */
  public static final int BLOCK_BYTES = 1 << 20;

  /** All but the last of {@link #BLOCK_BYTES}. */
  private final List<byte[]> serialised;

  private final TaskLayout layout;

  TaskBytes(List<byte[]> serialised, TaskLayout layout) {
    this.serialised = List.copyOf(serialised);
    this.layout = layout;
  }

  public long length() {
    return layout.length();
  }

  public int blocks() {
    return Math.toIntExact(Math.ceilDiv(length(), BLOCK_BYTES));
  }

  /** How many bytes of a block are used. */
  public int blockLength(int number) {
    return lengthOf(number, length());
  }

  private static int lengthOf(int block, long of) {
    return (int) Math.min(BLOCK_BYTES, of - (long) block * BLOCK_BYTES);
  }

  /** Appends a block. */
  public void write(int number, ByteBuffer out) {
    final int begin = out.position();
    final int bytes = blockLength(number);
    if (number < serialised.size()) {
      out.put(serialised.get(number), 0, lengthOf(number, layout.serialisedLength()));
    }
    layout.copyOut((long) number * BLOCK_BYTES, out.slice(begin, bytes));
    out.position(begin + bytes);
  }

  /** What is serialised. */
  InputStream stream() {
    final List<InputStream> streams = new ArrayList<>();
    for (int i = 0; i < serialised.size(); i++) {
      streams.add(
          new ByteArrayInputStream(serialised.get(i), 0, lengthOf(i, layout.serialisedLength())));
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  TaskLayout layout() {
    return layout;
  }

  /** The same with arrays of its own. */
  TaskBytes copied() {
    return new TaskBytes(
        serialised,
        new TaskLayout(
            layout.serialisedLength(), layout.arrays().stream().map(TaskArray::copied).toList()));
  }

  /** Takes what is serialised as it is written. */
  static final class Writer extends OutputStream {
    /** The first block of a task that may be small. */
    private static final int FIRST_BYTES = 1 << 10;

    private final List<byte[]> blocks = new ArrayList<>();
    private byte[] last = new byte[FIRST_BYTES];
    private int used;
    private long length;

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      int from = offset;
      int left = count;
      while (left > 0) {
        if (used == BLOCK_BYTES) {
          blocks.add(last);
          last = new byte[BLOCK_BYTES];
          used = 0;
        } else if (used == last.length) {
          last = Arrays.copyOf(last, Math.min(BLOCK_BYTES, 4 * last.length));
        }
        final int now = Math.min(left, last.length - used);
        System.arraycopy(bytes, from, last, used, now);
        used += now;
        from += now;
        left -= now;
        length += now;
      }
    }

    /** Appends what is serialised of others, without their arrays. */
    void write(TaskBytes bytes) {
      for (int i = 0; i < bytes.serialised.size(); i++) {
        write(bytes.serialised.get(i), 0, lengthOf(i, bytes.layout.serialisedLength()));
      }
    }

    long length() {
      return length;
    }

    /**
     * @param arrays that follow
     */
    TaskBytes finished(List<TaskArray> arrays) {
      if (used > 0) {
        blocks.add(last);
      }
      return new TaskBytes(blocks, new TaskLayout(length, arrays));
    }
  }

  /**
   * Takes the blocks of an encoded task in any order; what lies in an array goes there at once if
   * the first block is there. Several threads, none for the same block.
   */
  public static final class Assembly {
    /** In place of a block that is in its arrays: blocks are never empty. */
    private static final byte[] PLACED = {};

    private final byte[][] blocks;
    private final long length;
    private volatile @Nullable TaskLayout layout;

    /**
     * @param length in bytes
     */
    public Assembly(long length) {
      this.length = length;
      this.blocks = new byte[Math.toIntExact(Math.ceilDiv(length, BLOCK_BYTES))][];
    }

    /**
     * @param content from its position to its limit, which is read
     * @throws IllegalArgumentException when it is no block of that number
     */
    public void put(int number, ByteBuffer content) {
      if (number < 0
          || number >= blocks.length
          || content.remaining() != lengthOf(number, length)) {
        throw new IllegalArgumentException(
            "block " + number + " of a task of " + length + " bytes has " + content.remaining());
      }
      final @Nullable TaskLayout known = layout;
      final long from = (long) number * BLOCK_BYTES;
      if (known != null && from >= known.serialisedLength()) {
        known.copyIn(from, content);
        content.position(content.limit());
        blocks[number] = PLACED;
        return;
      }
      final byte[] block = new byte[content.remaining()];
      content.get(block);
      blocks[number] = block;
      if (number == 0) {
        layout = TaskLayout.read(new ByteArrayInputStream(block), length).orElse(null);
      }
    }

    /**
     * @throws IllegalStateException when a block has not come
     * @throws IllegalArgumentException when they are none of a task
     */
    public TaskBytes whole() {
      for (final byte[] block : blocks) {
        if (block == null) {
          throw new IllegalStateException("not all of a task has come");
        }
      }
      final TaskLayout found = found();
      final List<byte[]> serialised = new ArrayList<>();
      for (int i = 0; i < blocks.length; i++) {
        final long from = (long) i * BLOCK_BYTES;
        if (blocks[i].length > 0) {
          found.copyIn(from, ByteBuffer.wrap(blocks[i]));
        }
        if (from < found.serialisedLength()) {
          serialised.add(blocks[i]);
        }
      }
      return new TaskBytes(serialised, found);
    }

    private TaskLayout found() {
      final @Nullable TaskLayout known = layout;
      if (known != null) {
        return known;
      }
      final List<InputStream> streams = new ArrayList<>();
      for (final byte[] block : blocks) {
        streams.add(new ByteArrayInputStream(block));
      }
      return TaskLayout.read(new SequenceInputStream(Collections.enumeration(streams)), length)
          .orElseGet(() -> new TaskLayout(length, List.of()));
    }
  }
}
