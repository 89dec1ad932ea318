package io.lull.simulator.report;

import io.lull.simulator.comparison.Lanes;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.comparison.PolicyFindings.NodeSeconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Several policies side by side, as a page. */
public final class ComparisonReport {
  private static final double HOUR_SECONDS = 3600;

  /** A policy under which jobs wait for weeks must not hide how the others differ. */
  private static final double MOST_SHOWN = 10;

  private final PolicyComparison.Findings findings;
  private final List<String> about;
  private final Optional<Lanes> lanes;

  /**
   * @param about sentences about what was simulated
   * @param lanes of the first day, where they are known
   */
  public ComparisonReport(
      PolicyComparison.Findings findings, List<String> about, Optional<Lanes> lanes) {
    this.findings = findings;
    this.about = List.copyOf(about);
    this.lanes = lanes.filter(day -> day.fromMillis() < day.toMillis());
  }

  public String html() {
    final ReportPage page = new ReportPage("Policies side by side");
    about.forEach(page::paragraph);
    page.heading("Response times")
        .picture(responseTimes())
        .heading("How much longer jobs took")
        .picture(new SlowdownBoxes(findings.policies()).svg())
        .table(jobs())
        .heading("Where the node-hours went")
        .picture(new NodeHourBars(findings.policies()).svg())
        .table(hours());
    lanes.ifPresent(day -> {
      final MachineLanes chart = new MachineLanes(day);
      page.heading("The first day under " + day.contender().title())
          .picture(chart.svg())
          .numbers(chart.table());
    });
    page.heading("The policies");
    for (final PolicyFindings each : findings.policies()) {
      page.paragraph(each.contender().title() + ": " + each.contender().about() + ".");
    }
    return page.toString();
  }

  /** Each by its name, for a file of its own. */
  public Map<String, String> pictures() {
    final Map<String, String> all = new TreeMap<>();
    all.put("response-times", ReportPage.standalone(responseTimes()));
    all.put("slowdowns", ReportPage.standalone(new SlowdownBoxes(findings.policies()).svg()));
    all.put("node-hours", ReportPage.standalone(new NodeHourBars(findings.policies()).svg()));
    lanes.ifPresent(
        day -> all.put("first-day", ReportPage.standalone(new MachineLanes(day).svg())));
    return all;
  }

  private String responseTimes() {
    return bars(
        "Response time by dedicated time",
        "response time by dedicated time, cut at 10",
        List.of(
            series("mean ratio", "s0", each -> cut(each.responseRatio())),
            series("median slowdown", "s1", each -> cut(each.slowdown().median()))));
  }

  private String bars(String title, String up, List<Series> series) {
    final List<String> names =
        findings.policies().stream().map(each -> each.contender().title()).toList();
    return new Chart(
            title, "Bars for each policy; the numbers are in the table below.", "policy", up)
        .bars(names, series);
  }

  private Series series(String name, String style, ToDoubleFunction<PolicyFindings> of) {
    final List<Series.Point> points = new ArrayList<>();
    for (int i = 0; i < findings.policies().size(); i++) {
      points.add(new Series.Point(i, of.applyAsDouble(findings.policies().get(i)), 0));
    }
    return new Series(name, style, points);
  }

  private static double cut(double ratio) {
    return Math.min(MOST_SHOWN, ratio);
  }

  /** Of each policy's jobs. */
  public ReportTable jobs() {
    return new ReportTable(
        List.of(
            "policy",
            "jobs",
            "not ended",
            "mean ratio",
            "mean wait s",
            "mean slowdown",
            "median slowdown",
            "95 % slowdown",
            "utilisation",
            "evictions",
            "grown",
            "shrunk",
            "migrated",
            "suspended"),
        findings.policies().stream()
            .map(each ->
                List.of(
                    each.contender().title(),
                    Integer.toString(each.jobs()),
                    Integer.toString(each.censored()),
                    two(each.responseRatio()),
                    two(each.waitSeconds()),
                    two(each.slowdown().mean()),
                    two(each.slowdown().median()),
                    two(each.slowdown().percentile95()),
                    String.format(Locale.ROOT, "%.3f", each.utilisation()),
                    Integer.toString(each.changes().evictions()),
                    Integer.toString(each.changes().grown()),
                    Integer.toString(each.changes().shrunk()),
                    Integer.toString(each.changes().migrated()),
                    Integer.toString(each.changes().suspended())))
            .toList());
  }

  /** Of all machines. */
  public ReportTable hours() {
    return new ReportTable(
        List.of("policy", "useful h", "lost h", "overhead h", "idle h", "owner h", "offline h"),
        findings.policies().stream()
            .map(each -> {
              final NodeSeconds time = each.nodeSeconds();
              return List.of(
                  each.contender().title(),
                  hours(time.useful()),
                  hours(time.lost()),
                  hours(time.overhead()),
                  hours(time.idle()),
                  hours(time.owner()),
                  hours(time.offline()));
            })
            .toList());
  }

  private static String hours(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds / HOUR_SECONDS);
  }

  private static String two(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
