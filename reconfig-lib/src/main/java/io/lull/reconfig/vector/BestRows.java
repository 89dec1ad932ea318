package io.lull.reconfig.vector;

/** The quickest arithmetic of rows that this Java machine can have, chosen once. */
public final class BestRows {
  /** Vectors of half the lanes of doubles, and of all of floats: 256 bits. */
  private static final int LEAST_DOUBLES = RowArithmetic.LANES / 2;

  public static final RowArithmetic ROWS =
      VectorCalls.doublesOfAVector() >= LEAST_DOUBLES ? VectorRows.generate() : new PlainRows();

  private BestRows() {}
}
