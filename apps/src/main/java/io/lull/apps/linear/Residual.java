package io.lull.apps.linear;

/**
 * How far a solution is from solving its system, in units of the rounding that is to be expected:
 * the greatest difference of a row, over the norms of the matrix and the solution, the order and
 * the precision, as in HPL. Below 16 is as good as can be asked.
 */
final class Residual {
  private Residual() {}

  static double of(LinearSystem system, double[] solution) {
    double difference = 0;
    double norm = 0;
    double greatest = 0;
    for (int row = 0; row < solution.length; row++) {
      double product = 0;
      double absolute = 0;
      for (int column = 0; column < solution.length; column++) {
        final double coefficient = system.at(row, column);
        product += coefficient * solution[column];
        absolute += Math.abs(coefficient);
      }
      difference = Math.max(difference, Math.abs(product - system.right(row)));
      norm = Math.max(norm, absolute);
      greatest = Math.max(greatest, Math.abs(solution[row]));
    }
    final double expected = norm * greatest * solution.length * Math.ulp(1.0);
    return expected == 0 ? difference : difference / expected;
  }
}
