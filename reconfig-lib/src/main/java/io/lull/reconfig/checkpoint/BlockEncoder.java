package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the blocks of a worker's pieces are kept. One thread at a time. */
public sealed interface BlockEncoder permits PlainBlocks, EncryptedBlocks {
  /** Adds to a described header how the blocks are kept. */
  void describe(PieceHeader.Builder header);

  /** A new piece begins. */
  void begin(PieceHeader header, List<StateSection> sections, @Nullable PreviousPiece base);

  /**
   * Appends the next block's bytes, which are as many as its content's.
   *
   * @param unchanged since the base
   * @param out with room for {@link #tailBytes} beyond the block
   * @return whether the bytes are the same as the base's
   */
  boolean encode(StateSnapshot snapshot, int section, int block, boolean unchanged, ByteBuffer out);

  /** How many bytes of a buffer, beyond a block's, are needed to encode it. */
  int tailBytes();

  /** All blocks are encoded: what follows them in the file; little-endian, may be empty. */
  ByteBuffer end();
}
