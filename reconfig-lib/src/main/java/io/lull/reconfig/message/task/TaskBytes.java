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

/**
 * An encoded task, in blocks of equal length but for the last: it may be longer than an array. Not
 * changed once it is made.
 */
public final class TaskBytes {
  /** As long as what is read and verified as a whole, in a piece and on a link. */
  public static final int BLOCK_BYTES = 1 << 20;

  private final List<byte[]> blocks;
  private final long length;

  private TaskBytes(List<byte[]> blocks, long length) {
    this.blocks = blocks;
    this.length = length;
  }

  public long length() {
    return length;
  }

  public int blocks() {
    return blocks.size();
  }

  /** How many bytes of a block are used. */
  public int blockLength(int number) {
    return (int) Math.min(BLOCK_BYTES, length - (long) number * BLOCK_BYTES);
  }

  /** Appends a block. */
  public void write(int number, ByteBuffer out) {
    out.put(blocks.get(number), 0, blockLength(number));
  }

  InputStream stream() {
    final List<InputStream> streams = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      streams.add(new ByteArrayInputStream(blocks.get(i), 0, blockLength(i)));
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  /** Takes an encoded task as it is written. */
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

    TaskBytes finished() {
      if (used > 0) {
        blocks.add(last);
      }
      return new TaskBytes(List.copyOf(blocks), length);
    }
  }

  /** Takes the blocks of an encoded task in any order. Several threads, none for the same block. */
  public static final class Assembly {
    private final byte[][] blocks;
    private final long length;

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
          || content.remaining() != Math.min(BLOCK_BYTES, length - (long) number * BLOCK_BYTES)) {
        throw new IllegalArgumentException(
            "block " + number + " of a task of " + length + " bytes has " + content.remaining());
      }
      final byte[] block = new byte[content.remaining()];
      content.get(block);
      blocks[number] = block;
    }

    /**
     * @throws IllegalStateException when a block has not come
     */
    public TaskBytes whole() {
      for (final byte[] block : blocks) {
        if (block == null) {
          throw new IllegalStateException("not all of a task has come");
        }
      }
      return new TaskBytes(List.of(blocks), length);
    }
  }
}
