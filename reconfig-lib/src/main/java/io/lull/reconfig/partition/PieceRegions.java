package io.lull.reconfig.partition;

import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The regions in the pieces of a checkpoint. */
record PieceRegions(ReadablePieces pieces) implements StateSource {
  @Override
  public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
    final Piece piece = pieces.open(transfer.sourceRank());
    final TransferReader regions =
        new RegionReader((RegionPlan) plan, transfer, described(piece, transfer.sourceRank()));
    return new TransferReader() {
      @Override
      public int mostChunkBytes() {
        return regions.mostChunkBytes();
      }

      @Override
      public int next(ByteBuffer out) throws IOException {
        return regions.next(out);
      }

      @Override
      public void close() throws IOException {
        piece.close();
      }
    };
  }

  private static RegionPiece described(Piece piece, int rank) throws IOException {
    try {
      return new RegionPiece(piece);
    } catch (IOException e) {
      piece.close();
      throw new DamagedPieceException(rank, e);
    }
  }
}
