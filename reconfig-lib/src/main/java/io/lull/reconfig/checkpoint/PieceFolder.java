package io.lull.reconfig.checkpoint;

import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The pieces of one generation, which a worker can read and not write.
 *
 * @param folder where the agent has put them
 */
public record PieceFolder(Path folder, long generation) implements ReadablePieces {
  @Override
  public Piece open(int rank) throws DamagedPieceException {
    try {
      final PieceReader piece =
          PieceReader.open(folder.resolve(PieceWriter.fileName(generation, rank)));
      if (piece.header().getRank() == rank && piece.header().getGeneration() == generation) {
        return piece;
      }
      piece.close();
      throw new IOException("the piece of rank " + rank + " is another one");
    } catch (IOException e) {
      throw new DamagedPieceException(rank, e);
    }
  }
}
