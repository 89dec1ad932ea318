package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** As their content is. */
public record PlainBlocks() implements BlockEncoder {
  @Override
  public void describe(PieceHeader.Builder header) {
    // A header without an encryption says it.
  }

  @Override
  public void begin(PieceHeader header, List<StateSection> sections, @Nullable PreviousPiece base) {
    if (header.hasEncryption()) {
      throw new IllegalArgumentException("the header says that the piece is encrypted");
    }
  }

  @Override
  public boolean encode(
      StateSnapshot snapshot, int section, int block, boolean unchanged, ByteBuffer out) {
    snapshot.read(section, block, out);
    return unchanged;
  }

  @Override
  public int tailBytes() {
    return 0;
  }

  @Override
  public ByteBuffer end() {
    return ByteBuffer.allocate(0);
  }
}
