package io.lull.reconfig.message.task;

import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.UnitOffer;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** A task as a unit of state: its name, and its content in numbered blocks. */
public final class TaskUnit {
  /** No task is longer, encoded. */
  public static final long MOST_BYTES = 16L << 30;

  private static final String PREFIX = "task-";

  private TaskUnit() {}

  public static String name(long id) {
    return PREFIX + id;
  }

  /**
   * The task of a name.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static long id(String name) {
    final OptionalLong id = parsed(name);
    if (id.isEmpty()) {
      throw new IllegalArgumentException("'" + name + "' names no task");
    }
    return id.getAsLong();
  }

  static OptionalLong id(UnitOffer offer) {
    return parsed(offer.name());
  }

  private static OptionalLong parsed(String name) {
    if (!name.startsWith(PREFIX)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(name.substring(PREFIX.length())));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Reads a task, block by block, each with its number. */
  public static TransferReader reader(TaskBytes bytes) {
    return new TransferReader() {
      private int next;

      @Override
      public int mostChunkBytes() {
        return Integer.BYTES + TaskBytes.BLOCK_BYTES;
      }

      @Override
      public int next(ByteBuffer out) {
        if (next == bytes.blocks()) {
          return -1;
        }
        out.putInt(next);
        bytes.write(next, out);
        return bytes.blockLength(next++);
      }
    };
  }

  /**
   * Takes a block as {@link #reader} wrote it.
   *
   * @return how many bytes of the task it has
   */
  public static long take(TaskBytes.Assembly assembly, ByteBuffer chunk) {
    final int number = chunk.getInt();
    final int bytes = chunk.remaining();
    assembly.put(number, chunk);
    return bytes;
  }
}
