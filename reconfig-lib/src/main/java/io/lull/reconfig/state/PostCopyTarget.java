package io.lull.reconfig.state;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The part of a worker's state that comes after the change that gave it to this worker. */
public interface PostCopyTarget {
  /**
   * Puts a chunk where it belongs. The links' threads.
   *
   * @param chunk as its {@link PostCopySource} wrote it, from its position to its limit
   * @return whether all is there that comes from that worker
   * @throws IOException when it is not the one that comes next; the link that brought it ends
   */
  boolean write(String from, ByteBuffer chunk) throws IOException;

  /**
   * What is not there will never be: a program that waits for it leaves by {@link StateLost}. Any
   * thread.
   */
  void lose(String why);

  /** Once this returns nothing is written any more: the room may be given back. Any thread. */
  void close();
}
