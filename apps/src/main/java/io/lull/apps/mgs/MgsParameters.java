package io.lull.apps.mgs;

import io.lull.apps.numbers.HashedNumbers;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;

/**
 * The user's parameters.
 *
 * @param rows vectors that are made orthonormal
 * @param columns elements of each
 * @param floats whether they are of single precision
 */
record MgsParameters(int rows, int columns, long seed, boolean floats, Pace pace) {
  private static final int DEFAULT_ROWS = 512;
  private static final int MOST = 100_000;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static MgsParameters of(Parameters parameters) {
    final int wide = (int) parameters.integer("columns", DEFAULT_ROWS, 1, MOST);
    final int rows = (int) parameters.integer("rows", Math.min(DEFAULT_ROWS, wide), 1, MOST);
    final int columns = parameters.has("columns") ? wide : rows;
    final String type = parameters.text("type", "double");
    if (columns < rows) {
      throw new BadInput(
          "columns="
              + columns
              + ": "
              + rows
              + " rows are orthogonal to each other in no fewer dimensions; enter at least "
              + rows);
    }
    if (!type.equals("double") && !type.equals("float")) {
      throw new BadInput("type=" + type + ": enter double or float");
    }
    return new MgsParameters(
        rows,
        columns,
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        type.equals("float"),
        Pace.of(parameters));
  }

  /** The element of the matrix, whose diagonal dominates. */
  double element(long row, long column) {
    final double random = HashedNumbers.centred(seed, row * columns + column);
    return row == column ? random + columns : random;
  }
}
