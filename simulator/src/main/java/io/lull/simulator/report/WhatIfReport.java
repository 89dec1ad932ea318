package io.lull.simulator.report;

import io.lull.simulator.comparison.PolicyFindings;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What changes of a grid would give its jobs, as a page. */
public final class WhatIfReport {
  private static final int MIDDLE = Svg.WIDTH * 6 / 10;
  private static final int SPREAD = Svg.WIDTH * 3 / 10;
  private static final int TOP = 60;
  private static final int BOTTOM = Svg.HEIGHT - 24;
  private static final int MOST_SHOWN = 8;
  private static final double BAR = 0.36;
  private static final int GAP = 6;

  private final Answer now;
  private final List<Answer> changed;
  private final List<String> about;

  /**
   * A grid, as it is or after a change.
   *
   * @param nodeHours that its machines offer to jobs
   */
  public record Answer(String change, int nodes, double nodeHours, PolicyFindings policy) {}

  /**
   * @param answers the grid as it is comes first
   * @param about sentences about what was simulated
   */
  public WhatIfReport(List<Answer> answers, List<String> about) {
    this.now = answers.getFirst();
    this.changed = List.copyOf(answers.subList(1, answers.size()));
    this.about = List.copyOf(about);
  }

  public String html() {
    final ReportPage page = new ReportPage("What if");
    about.forEach(page::paragraph);
    return page.heading("What each change would give").picture(tornado()).table(table()).toString();
  }

  /** Each by its name, for a file of its own. */
  public Map<String, String> pictures() {
    return Map.of("changes", ReportPage.standalone(tornado()));
  }

  /** In per cent of what it is now. */
  private double change(Answer answer, ToDoubleFunction<Answer> of) {
    final double before = of.applyAsDouble(now);
    return before == 0 ? 0 : 100 * (of.applyAsDouble(answer) / before - 1);
  }

  private double ratio(Answer answer) {
    return change(answer, each -> each.policy().responseRatio());
  }

  private double hours(Answer answer) {
    return change(answer, Answer::nodeHours);
  }

  /** Bars to both sides, the longest first. */
  public String tornado() {
    final List<Answer> shown =
        changed.stream()
            .sorted(Comparator.comparingDouble((Answer each) -> Math.abs(ratio(each))).reversed())
            .limit(MOST_SHOWN)
            .toList();
    final double most =
        shown.stream()
            .mapToDouble(each -> Math.max(Math.abs(ratio(each)), Math.abs(hours(each))))
            .max()
            .orElse(1);
    final double scale = SPREAD / Math.max(1, most);
    final Svg svg =
        new Svg(
            "What each change would give, in per cent of the grid as it is",
            "For each change a bar for the mean response time of jobs, left is shorter, and one for"
                + " the node-hours that are offered, right is more; the numbers are in the table"
                + " below.");
    svg.rectangle("bar s0", MIDDLE - SPREAD, GAP, 12, 12)
        .words("name", "start", MIDDLE - SPREAD + 18, 16, "response time, % (left is better)")
        .rectangle("bar s1", MIDDLE - SPREAD, 26, 12, 12)
        .words("name", "start", MIDDLE - SPREAD + 18, 36, "node-hours, % (right is more)")
        .line("axis", MIDDLE, TOP - GAP, MIDDLE, BOTTOM);
    final double row = (double) (BOTTOM - TOP) / Math.max(1, shown.size());
    for (int i = 0; i < shown.size(); i++) {
      final double y = TOP + i * row;
      svg.words("name", "start", GAP, y + row / 2, shown.get(i).change());
      bar(svg, "bar s0", ratio(shown.get(i)), scale, y + row / 2 - row * BAR, row * BAR);
      bar(svg, "bar s1", hours(shown.get(i)), scale, y + row / 2, row * BAR);
    }
    return svg.toString();
  }

  private static void bar(
      Svg svg, String style, double percent, double scale, double y, double height) {
    final double width = Math.abs(percent) * scale;
    svg.rectangle(style, percent < 0 ? MIDDLE - width : MIDDLE, y, width, height)
        .words(
            "tick",
            percent < 0 ? "end" : "start",
            percent < 0 ? MIDDLE - width - GAP : MIDDLE + width + GAP,
            y + height / 2 + 4,
            String.format(Locale.ROOT, "%+.1f", percent));
  }

  /** The numbers. */
  public ReportTable table() {
    return new ReportTable(
        List.of(
            "change",
            "machines",
            "node-hours",
            "% of now",
            "mean ratio",
            "% of now",
            "mean wait s",
            "mean slowdown",
            "used %",
            "evictions",
            "not ended"),
        Stream.concat(Stream.of(now), changed.stream())
            .map(each ->
                List.of(
                    each.change(),
                    Integer.toString(each.nodes()),
                    Long.toString(Math.round(each.nodeHours())),
                    String.format(Locale.ROOT, "%+.1f", hours(each)),
                    String.format(Locale.ROOT, "%.2f", each.policy().responseRatio()),
                    String.format(Locale.ROOT, "%+.1f", ratio(each)),
                    Long.toString(Math.round(each.policy().waitSeconds())),
                    String.format(Locale.ROOT, "%.2f", each.policy().slowdown().mean()),
                    Long.toString(Math.round(100 * each.policy().utilisation())),
                    Integer.toString(each.policy().changes().evictions()),
                    Integer.toString(each.policy().censored())))
            .toList());
  }
}
