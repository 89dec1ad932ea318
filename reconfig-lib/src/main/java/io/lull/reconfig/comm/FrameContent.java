package io.lull.reconfig.comm;

import java.nio.ByteBuffer;

/**
 * What a frame holds, where it need not lie in one buffer before it is sent. It stays the same
 * until it has been sent; one thread writes it.
 */
public interface FrameContent {
  /** The length of all of it. */
  int bytes();

  /**
   * Appends the bytes that follow, as many as fit: at least one where the buffer has room for a
   * kibibyte, and never more than {@link #bytes} in all.
   *
   * @param from how many bytes were written before
   */
  void write(int from, ByteBuffer out);
}
