package io.lull.apps.jacobi;

import io.lull.reconfig.BadInput;
import java.util.Arrays;

/**
 * The cells that inputs fix, and their potentials. Stored as runs of equal neighbours in a row, in
 * row-major order, so that drawn shapes take little memory however large the grid is.
 */
final class Conductors {
  /** 256 MiB of runs. */
  static final int MOST_RUNS = 1 << 24;

  private final int size;
  private final long[] starts;
  private final int[] lengths;
  private final double[] values;
  private int cursor;

  private Conductors(int size, long[] starts, int[] lengths, double[] values) {
    this.size = size;
    this.starts = starts;
    this.lengths = lengths;
    this.values = values;
  }

  boolean isEmpty() {
    return starts.length == 0;
  }

  boolean fixes(long row, long column) {
    return run(row, column) >= 0;
  }

  /** The potential of a cell, {@code otherwise} if no input fixes it. */
  double at(long row, long column, double otherwise) {
    final int run = run(row, column);
    return run < 0 ? otherwise : values[run];
  }

  /** The run that contains the cell, or -1; cheap if cells are requested in order. */
  private int run(long row, long column) {
    final long cell = row * size + column;
    if (!before(cursor, cell) || before(cursor + 1, cell)) {
      final int found = Arrays.binarySearch(starts, cell);
      cursor = found >= 0 ? found : -found - 2;
    }
    return cursor >= 0 && cell < starts[cursor] + lengths[cursor] ? cursor : -1;
  }

  private boolean before(int run, long cell) {
    return run < 0 || (run < starts.length && starts[run] <= cell);
  }

  /** Collects cells in any order. */
  static final class Gatherer {
    /**
     * Bits of a packed number for the run; the rest is the cell, which fits while a side is below
     * 2^19.
     */
    private static final int RUN_BITS = 24;

    private final int size;
    private long[] starts = new long[64];
    private int[] lengths = new int[64];
    private double[] values = new double[64];
    private int count;

    Gatherer(int size) {
      this.size = size;
    }

    /** The cell must lie in the grid. */
    void fix(int row, int column, double value) {
      final long cell = (long) row * size + column;
      final int last = count - 1;
      if (last >= 0
          && column > 0
          && starts[last] + lengths[last] == cell
          && same(values[last], value)) {
        lengths[last]++;
        return;
      }
      if (count == MOST_RUNS) {
        throw new BadInput(
            "the inputs fix more than "
                + MOST_RUNS
                + " separate stretches of cells: draw conductors as areas of one grey, or take a"
                + " smaller size");
      }
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        lengths = Arrays.copyOf(lengths, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      starts[count] = cell;
      lengths[count] = 1;
      values[count] = value;
      count++;
    }

    /**
     * @throws BadInput if a cell was fixed at two different potentials
     */
    Conductors gather() {
      final long[] order = new long[count];
      for (int i = 0; i < count; i++) {
        order[i] = (starts[i] << RUN_BITS) | i;
      }
      Arrays.sort(order);
      final long[] sortedStarts = new long[count];
      final int[] sortedLengths = new int[count];
      final double[] sortedValues = new double[count];
      int kept = 0;
      for (final long packed : order) {
        final int run = (int) (packed & ((1 << RUN_BITS) - 1));
        final long end = starts[run] + lengths[run];
        final int last = kept - 1;
        if (last >= 0 && starts[run] < sortedStarts[last] + sortedLengths[last]) {
          if (!same(values[run], sortedValues[last])) {
            throw new BadInput(
                "the inputs fix the cell in row "
                    + starts[run] / size
                    + ", column "
                    + starts[run] % size
                    + " at both "
                    + sortedValues[last]
                    + " and "
                    + values[run]
                    + ": omit one of them");
          }
          sortedLengths[last] =
              (int) (Math.max(end, sortedStarts[last] + sortedLengths[last]) - sortedStarts[last]);
          continue;
        }
        sortedStarts[kept] = starts[run];
        sortedLengths[kept] = lengths[run];
        sortedValues[kept] = values[run];
        kept++;
      }
      return new Conductors(
          size,
          Arrays.copyOf(sortedStarts, kept),
          Arrays.copyOf(sortedLengths, kept),
          Arrays.copyOf(sortedValues, kept));
    }

    private static boolean same(double a, double b) {
      return Double.compare(a, b) == 0;
    }
  }
}
