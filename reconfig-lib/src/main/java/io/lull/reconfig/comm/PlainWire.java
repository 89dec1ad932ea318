package io.lull.reconfig.comm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A connection as it is.
 *
 * @param channel that does not block
 */
record PlainWire(ByteChannel channel) implements Wire {
  /**
   * The JDK copies what is to be sent from the heap to memory outside of the heap, all of it at
   * once: no more than this is to be there twice.
   */
  private static final int PART_BYTES = 256 << 10;

  @Override
  public boolean open() {
    return true;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  /** Outside of the heap where there is room: what lies in the heap is copied once more. */
  @Override
  public ByteBuffer place(int bytes) {
    try {
      return ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError e) {
      return ByteBuffer.allocate(bytes);
    }
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    if (from.isDirect()) {
      channel.write(from);
      return !from.hasRemaining();
    }
    final int end = from.limit();
    try {
      while (from.position() < end) {
        final int part = Math.min(end - from.position(), PART_BYTES);
        from.limit(from.position() + part);
        if (channel.write(from) < part) {
          return false;
        }
      }
      return true;
    } finally {
      from.limit(end);
    }
  }
}
