package io.lull.reconfig.state;

/** The pieces of one generation that this worker can read; any thread. */
@FunctionalInterface
public interface ReadablePieces {
  /**
   * @param rank of the configuration that was captured
   * @throws DamagedPieceException when there is none, or it is not whole
   */
  Piece open(int rank) throws DamagedPieceException;
}
