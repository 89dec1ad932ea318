package io.lull.agent.parity;

import io.lull.protocol.wire.CodingMember;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What the machines of a group hold of one generation, by range; on any thread, several at once.
 */
interface PieceRanges {

  /**
   * @param parity not of the member's piece but of its parities
   * @return so many bytes, or fewer where the file ends
   */
  ByteBuffer read(CodingMember of, boolean parity, long offset, int length)
      throws IOException, InterruptedException;
}
