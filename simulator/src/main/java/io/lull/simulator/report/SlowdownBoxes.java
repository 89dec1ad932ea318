package io.lull.simulator.report;

import io.lull.simulator.comparison.PolicyFindings;
import java.util.List;

/**
 * How bounded slowdowns are distributed under each policy, as boxes and whiskers (J. Tukey,
 * <i>Exploratory Data Analysis</i>, 1977) on a logarithmic axis: some policies hold jobs up a
 * thousand times as long as others.
 */
final class SlowdownBoxes {
  private static final int LEFT = 96;
  private static final int RIGHT = Svg.WIDTH - 24;
  private static final int TOP = 44;
  private static final int BOTTOM = Svg.HEIGHT - 48;
  private static final double BOX = 0.5;
  private static final double DOT = 4;
  private static final double LARGEST = 1e6;

  private final List<PolicyFindings> policies;
  private final double decades;

  SlowdownBoxes(List<PolicyFindings> policies) {
    this.policies = List.copyOf(policies);
    this.decades =
        Math.max(
            1,
            Math.ceil(
                Math.log10(
                    policies.stream()
                        .mapToDouble(each -> Math.min(LARGEST, each.slowdown().percentile95()))
                        .max()
                        .orElse(1))));
  }

  private double x(double slowdown) {
    return LEFT + Math.log10(Math.clamp(slowdown, 1, LARGEST)) / decades * (RIGHT - LEFT);
  }

  String svg() {
    final Svg svg =
        new Svg(
            "Bounded slowdowns of jobs",
            "For each policy a box from the lower to the upper quartile, a dot at the median, and a"
                + " line from the 5 % to the 95 % point; the numbers are in the table below.");
    for (int decade = 0; decade <= decades; decade++) {
      final double slowdown = Math.pow(10, decade);
      svg.line("grid", x(slowdown), TOP, x(slowdown), BOTTOM)
          .words("tick", "middle", x(slowdown), BOTTOM + 16, Svg.number(slowdown));
    }
    svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM)
        .words("name", "end", RIGHT, BOTTOM + 36, "times as long as on machines of its own")
        .words("name", "start", 8, 16, "box: half of the jobs; line: 9 of 10; dot: the median");
    final double row = (double) (BOTTOM - TOP) / Math.max(1, policies.size());
    for (int i = 0; i < policies.size(); i++) {
      final PolicyFindings.Slowdown of = policies.get(i).slowdown();
      final double middle = TOP + (i + 0.5) * row;
      svg.words("name", "end", LEFT - 8, middle + 4, policies.get(i).contender().title())
          .line("margin s1", x(of.percentile5()), middle, x(of.percentile95()), middle)
          .rectangle(
              "bar s1",
              x(of.lowerQuartile()),
              middle - row * BOX / 2,
              Math.max(1, x(of.upperQuartile()) - x(of.lowerQuartile())),
              row * BOX)
          .circle("dot s0", x(of.median()), middle, DOT);
    }
    return svg.toString();
  }
}
