package io.lull.apps.picture;

/** The predictors of PNG rows (PNG specification, section 9). */
final class PngFilter {
  static final int NONE = 0;
  static final int SUB = 1;
  static final int UP = 2;
  static final int AVERAGE = 3;
  static final int PAETH = 4;

  private PngFilter() {}

  /** All bytes as 0 to 255. */
  static int predict(int filter, int left, int above, int corner) {
    return switch (filter) {
      case NONE -> 0;
      case SUB -> left;
      case UP -> above;
      case AVERAGE -> (left + above) >> 1;
      default -> paeth(left, above, corner);
    };
  }

  private static int paeth(int left, int above, int corner) {
    final int estimate = left + above - corner;
    final int toLeft = Math.abs(estimate - left);
    final int toAbove = Math.abs(estimate - above);
    final int toCorner = Math.abs(estimate - corner);
    if (toLeft <= toAbove && toLeft <= toCorner) {
      return left;
    }
    return toAbove <= toCorner ? above : corner;
  }
}
