package io.lull.agent.parity;

import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;

/** Receives the progress and results of parity tasks, on any thread; every method is quick. */
public interface ParityReports {
  void made(ParityMade report);

  void rebuilt(PieceRebuilt report);

  /** Progress; may be lost. */
  void progress(CodingProgress report);
}
