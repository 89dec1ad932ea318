package io.lull.apps.linear;

import java.util.Arrays;

/**
 * The next few columns of a matrix, reduced by Householder's reflections: A. S. Householder,
 * "Unitary triangularization of a nonsymmetric matrix", JACM 1958; signs and scaling as in LAPACK's
 * DGEQR2. A reflection takes from a vector its part along another one, twice.
 */
final class Reflections {
  private static final int LANES = 4;

  private final int count;

  /** Of each: the vector, from the panel's first row on, zero before its own. */
  private final double[][] vectors;

  private final double[] factors;

  /** The columns as the reflections leave them, from the panel's first row on. */
  private final double[][] columns;

  /**
   * @param count how many columns
   * @param cells the columns, from the panel's first row on, one after the other
   */
  Reflections(int count, double[] cells) {
    this.count = count;
    final int length = cells.length / count;
    this.vectors = new double[count][];
    this.factors = new double[count];
    this.columns = new double[count][];
    for (int k = 0; k < count; k++) {
      columns[k] = Arrays.copyOfRange(cells, k * length, (k + 1) * length);
      for (int before = 0; before < k; before++) {
        reflect(before, columns[k]);
      }
      make(k);
    }
  }

  /**
   * Those of a panel that was reduced before.
   *
   * @param kept of each column what {@link #keep} puts, one after the other
   */
  static Reflections of(int count, double[] kept) {
    final int length = kept.length / count - 1;
    final double[][] vectors = new double[count][];
    final double[] factors = new double[count];
    for (int k = 0; k < count; k++) {
      final int begin = k * (length + 1);
      vectors[k] = Arrays.copyOfRange(kept, begin, begin + length);
      Arrays.fill(vectors[k], 0, k, 0);
      vectors[k][k] = 1;
      factors[k] = kept[begin + length];
    }
    return new Reflections(count, vectors, factors);
  }

  private Reflections(int count, double[][] vectors, double[] factors) {
    this.count = count;
    this.vectors = vectors;
    this.factors = factors;
    this.columns = new double[0][];
  }

  /** The reflection that leaves nothing of a column below its diagonal. */
  private void make(int k) {
    final double[] column = columns[k];
    final double[] vector = new double[column.length];
    double below = 0;
    for (int i = k + 1; i < column.length; i++) {
      below = Math.max(below, Math.abs(column[i]));
    }
    vector[k] = 1;
    vectors[k] = vector;
    if (below == 0) {
      factors[k] = 0;
      return;
    }
    // Scaled, so that no square overflows.
    final double scale = Math.max(below, Math.abs(column[k]));
    double squares = 0;
    for (int i = k; i < column.length; i++) {
      final double scaled = column[i] / scale;
      squares += scaled * scaled;
    }
    final double diagonal = -Math.copySign(scale * Math.sqrt(squares), column[k]);
    factors[k] = (diagonal - column[k]) / diagonal;
    final double divisor = column[k] - diagonal;
    for (int i = k + 1; i < column.length; i++) {
      vector[i] = column[i] / divisor;
      column[i] = 0;
    }
    column[k] = diagonal;
  }

  /** Reflects a vector, from the panel's first row on, by all of them, the first one first. */
  void forward(double[] cells) {
    for (int k = 0; k < count; k++) {
      reflect(k, cells);
    }
  }

  /** The same, the last one first. */
  void backward(double[] cells) {
    for (int k = count - 1; k >= 0; k--) {
      reflect(k, cells);
    }
  }

  private void reflect(int k, double[] cells) {
    final double[] vector = vectors[k];
    final double part = factors[k] * product(vector, 0, cells, vector.length);
    if (part != 0) {
      for (int i = k; i < vector.length; i++) {
        cells[i] -= part * vector[i];
      }
    }
  }

  /**
   * The inner product of two vectors, in four sums, always the same, which the processor can add up
   * side by side.
   *
   * @param from where the first one begins
   */
  static double product(double[] one, int from, double[] other, int length) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + LANES <= length; i += LANES) {
      a += one[from + i] * other[i];
      b += one[from + i + 1] * other[i + 1];
      c += one[from + i + 2] * other[i + 2];
      d += one[from + i + 3] * other[i + 3];
    }
    for (; i < length; i++) {
      a += one[from + i] * other[i];
    }
    return (a + b) + (c + d);
  }

  /**
   * Puts a column as it is kept into cells: above the diagonal and on it as the reflections left
   * it, below the vector, and at the end the factor.
   */
  void keep(int k, double[] cells) {
    System.arraycopy(vectors[k], 0, cells, 0, vectors[k].length);
    System.arraycopy(columns[k], 0, cells, 0, k + 1);
    cells[vectors[k].length] = factors[k];
  }
}
