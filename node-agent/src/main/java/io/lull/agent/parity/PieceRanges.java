package io.lull.agent.parity;

import io.lull.protocol.wire.CodingMember;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the files of one generation on the machines of a group, by range; on any thread, several at
 * once.
 */
interface PieceRanges {

  /**
   * @param parity read the member's parities, not its piece
   * @return the number of bytes, fewer at the end of the file
   */
  ByteBuffer read(CodingMember of, boolean parity, long offset, int length)
      throws IOException, InterruptedException;
}
