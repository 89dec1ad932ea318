package io.lull.agent.parity;

import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;

/** Hears how the work with parities fares, on any thread; every method is quick. */
public interface ParityReports {
  void made(ParityMade report);

  void rebuilt(PieceRebuilt report);

  /** It gets on; may be lost. */
  void progress(CodingProgress report);
}
