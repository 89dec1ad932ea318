package io.lull.reconfig.state;

import io.lull.protocol.wire.PieceHeader;
import java.io.Closeable;
import java.nio.ByteBuffer;

/**
 * The state of one worker at one safe point, as sections of bytes in blocks. One thread at a time.
 */
public interface Piece extends Closeable {
  /** Verified. */
  PieceHeader header();

  /**
   * A block of a section, verified.
   *
   * @return little-endian, its content from zero to its limit; good until the next call
   * @throws DamagedPieceException when it cannot be read, or is damaged
   */
  ByteBuffer block(int section, long number) throws DamagedPieceException;
}
