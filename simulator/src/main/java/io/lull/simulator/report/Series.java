package io.lull.simulator.report;

import java.util.List;

/**
 * Numbers that belong together.
 *
 * @param name in the legend
 * @param style a class of the style sheet: s0, s1, s2 or s3
 */
record Series(String name, String style, List<Point> points) {
  /**
   * @param margin to either side of y; 0: it is exact
   */
  record Point(double x, double y, double margin) {}

  Series {
    points = List.copyOf(points);
  }
}
