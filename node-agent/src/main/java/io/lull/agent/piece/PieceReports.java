package io.lull.agent.piece;

import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PiecesStaged;

/** Receives reports about pieces, on any thread; every method is quick. */
public interface PieceReports {
  void durable(PieceDurable report);

  void staged(PiecesStaged report);
}
