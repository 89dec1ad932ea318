package io.lull.reconfig.checkpoint;

import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of one generation, which a worker can read and not write.
 *
 * @param folder where the agent has put them
 * @param key the job's; null: they are not encrypted
 */
public record PieceFolder(Path folder, long generation, @Nullable PieceKey key)
    implements ReadablePieces {
  @Override
  public Piece open(int rank) throws DamagedPieceException {
    try {
      final PieceReader piece =
          PieceReader.open(folder.resolve(PieceWriter.fileName(generation, rank)), key);
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
