package io.lull.reconfig.comm;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of one connection; it never lets its caller wait. One thread reads at a time and one
 * writes; the two may be different ones.
 */
interface Wire {
  /**
   * Goes on with what comes before the first byte of a caller's.
   *
   * @return whether it is over; if not, more must come, or more be sent, first
   */
  boolean open() throws IOException;

  /**
   * Appends what has come.
   *
   * @return how many bytes; 0: none now; -1: the peer sends no more
   */
  int read(ByteBuffer into) throws IOException;

  /**
   * Sends what can be sent now.
   *
   * @return whether everything is sent, also of what was given before
   */
  boolean write(ByteBuffer from) throws IOException;

  /** Memory that it reads into and sends from with the fewest copies. */
  ByteBuffer place(int bytes);
}
