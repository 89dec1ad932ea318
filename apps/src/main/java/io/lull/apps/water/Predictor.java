package io.lull.apps.water;

/**
 * C. W. Gear's method of the sixth order for equations of the second order, "Numerical initial
 * value problems in ordinary differential equations", 1971: coordinates and derivatives of each are
 * predicted by their Taylor series, and corrected by what the forces say of the second derivative.
 * A derivative of order d is held by the d-th power of a step over the factorial of d.
 */
final class Predictor {
  static final int ORDER = 6;

  private static final double[] CORRECTIONS = {
    863.0 / 6048, 665.0 / 1008, 1, 25.0 / 36, 35.0 / 144, 1.0 / 24, 1.0 / 360
  };

  private static final double[][] BINOMIALS = binomials();

  private Predictor() {}

  private static double[][] binomials() {
    final double[][] all = new double[ORDER + 1][ORDER + 1];
    for (int n = 0; n <= ORDER; n++) {
      all[n][0] = 1;
      for (int k = 1; k <= n; k++) {
        all[n][k] = all[n][k - 1] * (n - k + 1) / k;
      }
    }
    return all;
  }

  /**
   * Predicts.
   *
   * @param orders of one coordinate, the value and its derivatives
   */
  static void predict(double[] orders) {
    for (int order = 0; order < ORDER; order++) {
      double sum = 0;
      for (int higher = order + 1; higher <= ORDER; higher++) {
        sum += BINOMIALS[higher][order] * orders[higher];
      }
      orders[order] += sum;
    }
  }

  /** Corrects: the second derivative is that, and not as predicted. */
  static void correct(double[] orders, double second) {
    final double error = second - orders[2];
    for (int order = 0; order <= ORDER; order++) {
      orders[order] += CORRECTIONS[order] * error;
    }
  }
}
