package io.lull.simulator.report;

import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.comparison.PolicyFindings.NodeSeconds;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Where the time of all machines went under each policy: bars of equal length, whose parts have the
 * colours that uses of machines have in the window and on the web page.
 */
final class NodeHourBars {
  private static final int LEFT = 96;
  private static final int RIGHT = Svg.WIDTH - 24;
  private static final int TOP = 44;
  private static final int BOTTOM = Svg.HEIGHT - 48;
  private static final int TICKS = 5;
  private static final double BAR = 0.62;
  private static final double KEY = 10;
  private static final int KEY_WIDTH = 116;

  /** Narrower ones have no room for their number. */
  private static final double LEAST_LABELLED = 0.08;

  private final List<PolicyFindings> policies;

  /**
   * @param style a class of the style sheet
   */
  private record Part(String name, String style, ToDoubleFunction<NodeSeconds> seconds) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("useful", "running", NodeSeconds::useful),
          new Part("changes, lost", "lost", time -> time.overhead() + time.lost()),
          new Part("idle", "available", NodeSeconds::idle),
          new Part("owner present", "owner", NodeSeconds::owner),
          new Part("offline", "offline", NodeSeconds::offline));

  NodeHourBars(List<PolicyFindings> policies) {
    this.policies = List.copyOf(policies);
  }

  String svg() {
    final Svg svg =
        new Svg(
            "Where the time of all machines went",
            "For each policy a bar, from left to right: useful, changes and what was lost, idle,"
                + " owner present, offline; the numbers are in the table below.");
    final Axis x = new Axis(0, 100, LEFT, RIGHT);
    for (final double tick : x.ticks(TICKS)) {
      svg.line("grid", x.at(tick), TOP, x.at(tick), BOTTOM)
          .words("tick", "middle", x.at(tick), BOTTOM + 16, Svg.number(tick));
    }
    for (int i = 0; i < PARTS.size(); i++) {
      final double left = LEFT + (double) i * KEY_WIDTH;
      svg.rectangle(PARTS.get(i).style(), left, 8, KEY, KEY)
          .words("key", "start", left + KEY + 6, 17, PARTS.get(i).name());
    }
    final double row = (double) (BOTTOM - TOP) / Math.max(1, policies.size());
    for (int i = 0; i < policies.size(); i++) {
      bar(svg, x, policies.get(i), TOP + (i + 0.5) * row, row * BAR);
    }
    return svg.words("name", "end", RIGHT, BOTTOM + 36, "% of the time of all machines").toString();
  }

  private static void bar(Svg svg, Axis x, PolicyFindings of, double middle, double height) {
    svg.words("name", "end", LEFT - 8, middle + 4, of.contender().title());
    final double all =
        PARTS.stream().mapToDouble(part -> part.seconds().applyAsDouble(of.nodeSeconds())).sum();
    double from = 0;
    for (final Part part : PARTS) {
      final double share = all == 0 ? 0 : part.seconds().applyAsDouble(of.nodeSeconds()) / all;
      final double to = from + share;
      svg.rectangle(
          part.style(), x.at(100 * from), middle - height / 2, share * (RIGHT - LEFT), height);
      if (share >= LEAST_LABELLED) {
        svg.words(
            "on-" + part.style(),
            "middle",
            x.at(50 * (from + to)),
            middle + 4,
            String.format(Locale.ROOT, "%.0f %%", 100 * share));
      }
      from = to;
    }
  }
}
