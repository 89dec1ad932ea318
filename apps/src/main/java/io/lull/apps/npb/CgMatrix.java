package io.lull.apps.npb;

import io.lull.apps.numbers.NasNumbers;
import java.util.Arrays;

/**
 * A block of the benchmark's random symmetric matrix, by its rows: a sum of outer products of
 * sparse random vectors with weights that fall from 1 to a tenth.
 */
final class CgMatrix {
  private static final double CONDITION = 0.1;
  private static final long SEED = 314_159_265;

  private final int[] starts;
  private final int[] columns;
  private final double[] values;

  private CgMatrix(int[] starts, int[] columns, double[] values) {
    this.starts = starts;
    this.columns = columns;
    this.values = values;
  }

  /**
   * The block of some rows and columns.
   *
   * @param firstRow of the block's rows, up to {@code endRow}
   * @param firstColumn of its columns, up to {@code endColumn}
   */
  static CgMatrix block(CgClass problem, int firstRow, int endRow, int firstColumn, int endColumn) {
    final RandomVectors vectors = new RandomVectors(problem);
    final int rows = endRow - firstRow;
    final int[] starts = new int[rows + 1];
    final RowSum sum = new RowSum(endColumn - firstColumn);
    int[] columns = new int[rows * 4 + 1];
    double[] values = new double[columns.length];
    final int[][] byRow = vectors.entriesOfRows(firstRow, endRow);
    for (int row = 0; row < rows; row++) {
      for (final int entry : byRow[row]) {
        vectors.addOuter(entry, firstColumn, endColumn, sum);
      }
      final int diagonal = firstRow + row - firstColumn;
      if (diagonal >= 0 && diagonal < endColumn - firstColumn) {
        sum.add(diagonal, CONDITION - problem.shift());
      }
      final int needed = starts[row] + sum.count;
      if (needed > columns.length) {
        columns = Arrays.copyOf(columns, Math.max(needed, 2 * columns.length));
        values = Arrays.copyOf(values, columns.length);
      }
      starts[row + 1] = sum.take(columns, values, starts[row]);
    }
    return new CgMatrix(starts, columns, values);
  }

  /** The block times a vector. */
  double[] times(double[] vector) {
    final double[] product = new double[starts.length - 1];
    for (int row = 0; row < product.length; row++) {
      double sum = 0;
      for (int k = starts[row]; k < starts[row + 1]; k++) {
        sum += values[k] * vector[columns[k]];
      }
      product[row] = sum;
    }
    return product;
  }

  /** The elements of one row as they are added up. */
  private static final class RowSum {
    private final double[] sums;
    private final boolean[] used;
    private final int[] places;
    private int count;

    RowSum(int columns) {
      this.sums = new double[columns];
      this.used = new boolean[columns];
      this.places = new int[columns];
    }

    void add(int column, double value) {
      if (!used[column]) {
        used[column] = true;
        places[count++] = column;
      }
      sums[column] += value;
    }

    /** Moves them to their places, by column, and is empty again. */
    int take(int[] columns, double[] values, int start) {
      Arrays.sort(places, 0, count);
      int at = start;
      for (int i = 0; i < count; i++) {
        final int column = places[i];
        columns[at] = column;
        values[at++] = sums[column];
        sums[column] = 0;
        used[column] = false;
      }
      count = 0;
      return at;
    }
  }

  /** The sparse vectors, one for each row of the matrix. */
  private static final class RandomVectors {
    private final int order;
    private final int width;
    private final int[] indices;
    private final double[] entries;
    private final int[] lengths;
    private final double[] weights;

    RandomVectors(CgClass problem) {
      this.order = problem.order();
      this.width = problem.nonZeros() + 1;
      this.indices = new int[order * width];
      this.entries = new double[order * width];
      this.lengths = new int[order];
      this.weights = new double[order];
      final double ratio = StrictMath.pow(CONDITION, 1.0 / order);
      final boolean[] marked = new boolean[order];
      final int powerOfTwo = Integer.highestOneBit(order - 1) << 1;
      long number = NasNumbers.next(SEED);
      double weight = 1;
      for (int vector = 0; vector < order; vector++) {
        weights[vector] = weight;
        weight *= ratio;
        final int base = vector * width;
        int length = 0;
        while (length < problem.nonZeros()) {
          number = NasNumbers.next(number);
          final double entry = NasNumbers.unit(number);
          number = NasNumbers.next(number);
          final int index = (int) (powerOfTwo * NasNumbers.unit(number));
          if (index < order && !marked[index]) {
            marked[index] = true;
            indices[base + length] = index;
            entries[base + length++] = entry;
          }
        }
        for (int i = 0; i < length; i++) {
          marked[indices[base + i]] = false;
        }
        lengths[vector] = set(vector, base, length);
      }
    }

    /** The vector has one half at its own place. */
    private int set(int vector, int base, int length) {
      for (int i = 0; i < length; i++) {
        if (indices[base + i] == vector) {
          entries[base + i] = 0.5;
          return length;
        }
      }
      indices[base + length] = vector;
      entries[base + length] = 0.5;
      return length + 1;
    }

    /** For each row the places of its entries in the vectors, in the vectors' order. */
    int[][] entriesOfRows(int first, int end) {
      final int[] counts = new int[end - first];
      forEachEntry((row, _) -> {
        if (row >= first && row < end) {
          counts[row - first]++;
        }
      });
      final int[][] byRow = new int[end - first][];
      for (int row = 0; row < counts.length; row++) {
        byRow[row] = new int[counts[row]];
        counts[row] = 0;
      }
      forEachEntry((row, place) -> {
        if (row >= first && row < end) {
          byRow[row - first][counts[row - first]++] = place;
        }
      });
      return byRow;
    }

    private interface EntryTaker {
      void take(int row, int place);
    }

    private void forEachEntry(EntryTaker taker) {
      for (int vector = 0; vector < order; vector++) {
        for (int i = 0; i < lengths[vector]; i++) {
          taker.take(indices[vector * width + i], vector * width + i);
        }
      }
    }

    /** Adds one row of a vector's outer product with itself. */
    void addOuter(int place, int firstColumn, int endColumn, RowSum sum) {
      final int vector = place / width;
      for (int i = 0; i < lengths[vector]; i++) {
        final int column = indices[vector * width + i];
        if (column >= firstColumn && column < endColumn) {
          sum.add(
              column - firstColumn,
              entries[place] * (weights[vector] * entries[vector * width + i]));
        }
      }
    }
  }
}
