package io.lull.reconfig.comm;

import java.nio.ByteBuffer;

/** What a frame holds, where it need not lie in one buffer before it is sent. */
public interface FrameContent {
  /** Of all of it. */
  int bytes();

  /**
   * Appends what follows, as much as there is room for or nearly so; at least something where there
   * is room for a kibibyte.
   *
   * @param from how many bytes were written before
   */
  void write(int from, ByteBuffer out);
}
