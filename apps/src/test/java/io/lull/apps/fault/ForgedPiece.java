package io.lull.apps.fault;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** What a node can do that does not know the job's key: another content, its checksum right. */
final class ForgedPiece {
  /** The letters, and the length of the header. */
  private static final int START_BYTES = 12;

  private ForgedPiece() {}

  /** A piece, one bit of whose first block is another. */
  static byte[] of(byte[] piece) throws IOException {
    final byte[] forged = piece.clone();
    final ByteBuffer all = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
    final int headerBytes = all.getInt(START_BYTES - Integer.BYTES);
    final PieceHeader header = PieceHeader.parseFrom(all.slice(START_BYTES, headerBytes));
    if (header.getSectionsCount() == 0 && header.getGridsCount() == 0) {
      return forged; // Of a worker without tasks.
    }
    final int block = START_BYTES + headerBytes + Integer.BYTES;
    final int blockBytes =
        Math.toIntExact(
            header.getSectionsCount() > 0
                ? blockBytes(header.getSections(0))
                : blockBytes(header.getGrids(0)));
    if (block + blockBytes + Integer.BYTES > forged.length) {
      return forged; // It was torn before.
    }
    forged[block] ^= 1;
    final CRC32C crc = new CRC32C();
    crc.update(forged, block, blockBytes);
    all.putInt(block + blockBytes, (int) crc.getValue());
    return forged;
  }

  private static long blockBytes(PieceSection section) {
    return Math.min(section.getBlockBytes(), section.getBytes());
  }

  private static long blockBytes(PieceGrid grid) {
    final long planes = Math.max(1, grid.getPlaneTo()) - grid.getPlaneFrom();
    final long rows = (grid.getRowTo() - grid.getRowFrom()) * planes;
    return Math.min(grid.getRowsPerBlock(), rows)
        * (grid.getColumnTo() - grid.getColumnFrom())
        * grid.getCellBytes();
  }
}
