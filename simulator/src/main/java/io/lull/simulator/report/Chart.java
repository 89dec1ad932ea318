package io.lull.simulator.report;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * What all charts have: a frame, axes with round numbers, and a legend.
 *
 * @param title in a few words
 * @param description what can be seen in it
 * @param across what its x axis counts
 * @param up what its y axis counts
 */
record Chart(String title, String description, String across, String up) {
  private static final int LEFT = 56;
  private static final int RIGHT = Svg.WIDTH - 16;
  private static final int TOP = 40;
  private static final int BOTTOM = Svg.HEIGHT - 48;
  private static final int TICKS = 6;
  private static final int KEY_WIDTH = 124;
  private static final int BAR = 16;
  private static final int KEY = 10;
  private static final double DOT = 3;

  /**
   * Lines.
   *
   * @param bottom where the y axis begins
   * @param label of a number on the x axis
   * @param band an area behind the lines, whose points have the lower end as y and its height as
   *     margin; without points: none
   */
  String lines(double bottom, List<Series> series, Series band, DoubleFunction<String> label) {
    final Svg svg = new Svg(title, description);
    final List<Series.Point> all = series.stream().flatMap(each -> each.points().stream()).toList();
    final double highest =
        Math.max(
            all.stream().mapToDouble(point -> point.y() + point.margin()).max().orElse(1),
            band.points().stream()
                .mapToDouble(point -> point.y() + point.margin())
                .max()
                .orElse(0));
    final Axis x =
        new Axis(
            all.stream().mapToDouble(Series.Point::x).min().orElse(0),
            all.stream().mapToDouble(Series.Point::x).max().orElse(1),
            LEFT,
            RIGHT);
    final Axis y = new Axis(bottom, highest * 1.05, BOTTOM, TOP);
    frame(svg, y);
    for (final double tick : x.ticks(TICKS + 2)) {
      svg.words("tick", "middle", x.at(tick), BOTTOM + 16, label.apply(tick));
    }
    if (!band.points().isEmpty()) {
      svg.path("band", area(x, y, band));
    }
    for (final Series each : series) {
      svg.path("line " + each.style(), path(x, y, each));
      for (final Series.Point point : each.points()) {
        if (point.margin() > 0) {
          svg.line(
              "margin " + each.style(),
              x.at(point.x()),
              y.at(Math.max(bottom, point.y() - point.margin())),
              x.at(point.x()),
              y.at(point.y() + point.margin()));
          svg.circle("dot " + each.style(), x.at(point.x()), y.at(point.y()), DOT);
        }
      }
    }
    legend(series, (style, left) -> svg.line("line " + style, left, 12, left + 26, 12), svg);
    return svg.toString();
  }

  /**
   * Bars side by side, in groups.
   *
   * @param groups names; a series has a point for each, whose x is its number
   */
  String bars(List<String> groups, List<Series> series) {
    final Svg svg = new Svg(title, description);
    final double highest =
        series.stream()
            .flatMap(each -> each.points().stream())
            .mapToDouble(point -> point.y() + point.margin())
            .max()
            .orElse(1);
    final Axis y = new Axis(0, highest * 1.05, BOTTOM, TOP);
    final Axis x = new Axis(-0.5, groups.size() - 0.5, LEFT, RIGHT);
    frame(svg, y);
    for (int group = 0; group < groups.size(); group++) {
      svg.words("tick", "middle", x.at(group), BOTTOM + 16, groups.get(group));
    }
    for (int i = 0; i < series.size(); i++) {
      final Series each = series.get(i);
      for (final Series.Point point : each.points()) {
        final double left = x.at(point.x()) + (i - series.size() / 2.0) * BAR;
        final double middle = left + BAR / 2.0;
        svg.rectangle(
            "bar " + each.style(), left, y.at(point.y()), BAR - 2, BOTTOM - y.at(point.y()));
        if (point.margin() > 0) {
          svg.line(
              "error",
              middle,
              y.at(Math.max(0, point.y() - point.margin())),
              middle,
              y.at(point.y() + point.margin()));
        }
      }
    }
    if (highest >= 1) {
      svg.line("one", LEFT, y.at(1), RIGHT, y.at(1));
    }
    legend(series, (style, left) -> svg.rectangle("bar " + style, left + 14, 7, KEY, KEY), svg);
    return svg.toString();
  }

  private void frame(Svg svg, Axis y) {
    for (final double tick : y.ticks(TICKS)) {
      svg.line("grid", LEFT, y.at(tick), RIGHT, y.at(tick));
      svg.words("tick", "end", LEFT - 6, y.at(tick) + 4, Svg.number(tick));
    }
    svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    svg.words("name", "end", RIGHT, BOTTOM + 36, across);
    svg.words("name", "start", 8, 16, up);
  }

  /** Draws what stands for a series, from some x on. */
  @FunctionalInterface
  private interface Sign {
    void draw(String style, double left);
  }

  private static void legend(List<Series> series, Sign sign, Svg svg) {
    for (int i = 0; i < series.size(); i++) {
      final double left = RIGHT - (series.size() - i) * (double) KEY_WIDTH;
      sign.draw(series.get(i).style(), left);
      svg.words("key", "start", left + 32, 16, series.get(i).name());
    }
  }

  private static String path(Axis x, Axis y, Series series) {
    final StringBuilder path = new StringBuilder();
    for (final Series.Point point : series.points()) {
      path.append(path.isEmpty() ? "M" : "L")
          .append(Svg.number(x.at(point.x())))
          .append(' ')
          .append(Svg.number(y.at(point.y())));
    }
    return path.toString();
  }

  private static String area(Axis x, Axis y, Series band) {
    final StringBuilder path = new StringBuilder(path(x, y, band));
    for (final Series.Point point : band.points().reversed()) {
      path.append('L')
          .append(Svg.number(x.at(point.x())))
          .append(' ')
          .append(Svg.number(y.at(point.y() + point.margin())));
    }
    return path.append('Z').toString();
  }
}
