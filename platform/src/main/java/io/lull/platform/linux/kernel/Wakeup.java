package io.lull.platform.linux.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Waits for descriptors; another thread can end the wait. */
final class Wakeup implements AutoCloseable {
  private static final int ENTRY_BYTES = 8;
  private static final int REVENTS = 6;

  private final int descriptor;
  private boolean closed;

  Wakeup() throws IOException {
    try {
      descriptor = KernelCalls.C.eventfd(0, KernelCalls.NON_BLOCKING | KernelCalls.CLOSE_ON_EXEC);
    } catch (LastErrorException e) {
      throw new IOException("no event descriptor is to be had (" + e.getMessage() + ")", e);
    }
  }

  /** From any thread, even if none waits. */
  synchronized void wake() {
    if (!closed) {
      final byte[] one = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(1).array();
      KernelCalls.C.write(descriptor, one, one.length);
    }
  }

  /**
   * The descriptors that can be read, or have failed; none after the timeout or a wake-up.
   *
   * @param timeoutMillis negative: none
   */
  List<Integer> await(List<Integer> descriptors, long timeoutMillis) throws IOException {
    final int count = descriptors.size() + 1;
    try (Memory entries = new Memory((long) count * ENTRY_BYTES)) {
      for (int i = 0; i < count; i++) {
        final long at = (long) i * ENTRY_BYTES;
        entries.setInt(at, i == 0 ? descriptor : descriptors.get(i - 1));
        entries.setInt(at + 4, KernelCalls.POLL_IN);
      }
      try {
        KernelCalls.C.poll(entries, count, Math.clamp(timeoutMillis, -1, Integer.MAX_VALUE));
      } catch (LastErrorException e) {
        if (e.getErrorCode() == KernelCalls.EINTR) {
          return List.of();
        }
        throw new IOException("waiting for the kernel's events failed: " + e.getMessage(), e);
      }
      return java.util.stream.IntStream.range(1, count)
          .filter(i -> entries.getShort((long) i * ENTRY_BYTES + REVENTS) != 0)
          .mapToObj(i -> descriptors.get(i - 1))
          .toList();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    KernelCalls.C.close(descriptor);
  }
}
