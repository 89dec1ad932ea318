package io.lull.reconfig.state;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What one worker holds back at a change for one other, as it was at the change's safe point. Any
 * thread, one at a time.
 */
public interface PostCopySource {
  /** No chunk is longer, its head included. */
  int mostChunkBytes();

  /**
   * Appends the next chunk, head and content, little-endian, in the order in which the receiver
   * expects them.
   *
   * @return how many bytes of state it is, without the head; -1 when there is none left
   */
  int next(ByteBuffer out) throws IOException;

  /**
   * The memory is given back. Whoever still reads is told so by an {@link IllegalStateException}.
   */
  void release();
}
