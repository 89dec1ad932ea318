package io.lull.platform.tray.drawing;

/**
 * A shape as the signed distance to its edge: negative inside. Distances near an edge tell how much
 * of a pixel is covered, which makes edges smooth.
 */
@FunctionalInterface
interface Outline {
  double distance(double x, double y);

  static Outline disc(double cx, double cy, double radius) {
    return (x, y) -> Math.hypot(x - cx, y - cy) - radius;
  }

  /** An axis-parallel box with rounded corners. */
  static Outline box(double left, double top, double right, double bottom, double corner) {
    final double cx = (left + right) / 2;
    final double cy = (top + bottom) / 2;
    final double halfWidth = (right - left) / 2 - corner;
    final double halfHeight = (bottom - top) / 2 - corner;
    return (x, y) -> {
      final double dx = Math.abs(x - cx) - halfWidth;
      final double dy = Math.abs(y - cy) - halfHeight;
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
    };
  }

  /** A straight line with round ends. */
  static Outline line(double x1, double y1, double x2, double y2, double width) {
    final double dx = x2 - x1;
    final double dy = y2 - y1;
    final double squared = dx * dx + dy * dy;
    return (x, y) -> {
      final double along = Math.clamp(((x - x1) * dx + (y - y1) * dy) / squared, 0, 1);
      return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) - width / 2;
    };
  }

  /** The half plane to the right of a directed line, with y downwards. */
  static Outline half(double x1, double y1, double x2, double y2) {
    final double length = Math.hypot(x2 - x1, y2 - y1);
    return (x, y) -> ((x - x1) * (y1 - y2) + (y - y1) * (x2 - x1)) / -length;
  }

  /** A line along the edge, half of it on either side. */
  default Outline edge(double width) {
    return (x, y) -> Math.abs(distance(x, y)) - width / 2;
  }

  /** Larger on all sides, with rounded corners. */
  default Outline grown(double by) {
    return (x, y) -> distance(x, y) - by;
  }

  default Outline and(Outline other) {
    return (x, y) -> Math.min(distance(x, y), other.distance(x, y));
  }

  default Outline within(Outline other) {
    return (x, y) -> Math.max(distance(x, y), other.distance(x, y));
  }

  default Outline without(Outline other) {
    return (x, y) -> Math.max(distance(x, y), -other.distance(x, y));
  }

  /** How much of the pixel around a point is covered, from 0 to 1. */
  default double coverage(double x, double y) {
    return Math.clamp(0.5 - distance(x, y), 0, 1);
  }
}
