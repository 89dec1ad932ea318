package io.lull.reconfig.state;

import io.lull.protocol.wire.PieceHeader;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * A worker's part of the state as it was at one safe point, for a piece. It stays so while the
 * program goes on, until it is released.
 */
public interface StateSnapshot {
  /** Adds what whoever reads the piece has to know of the sections: which kind of state it is. */
  void describe(PieceHeader.Builder header);

  /** What is kept, in the order in which it lies in the piece. */
  List<StateSection> sections();

  /** Appends a block of a section, little-endian. The writing thread. */
  void read(int section, long block, ByteBuffer out);

  /**
   * The blocks that may be others than in the snapshot taken before; of equal sections, place by
   * place.
   */
  BitSet changedBlocks(int section);

  /** It is needed no longer; any thread, once. */
  void release();
}
