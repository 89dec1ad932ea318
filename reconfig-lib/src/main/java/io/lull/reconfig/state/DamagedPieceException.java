package io.lull.reconfig.state;

import java.io.IOException;

/** A piece is not there, or cannot be read: another copy of it is needed. */
public final class DamagedPieceException extends IOException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /**
   * @param rank whose piece it is
   * @param cause with one line for a person
   */
  public DamagedPieceException(int rank, IOException cause) {
    super(cause.getMessage(), cause);
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }
}
