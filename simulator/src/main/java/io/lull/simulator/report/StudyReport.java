package io.lull.simulator.report;

import io.lull.simulator.study.AvailabilityOverDay;
import io.lull.simulator.study.Cell;
import io.lull.simulator.study.Estimate;
import io.lull.simulator.study.Experiment;
import io.lull.simulator.study.Moments;
import io.lull.simulator.study.SharingStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What the study of dynamic space-sharing found, as a page and as tables. */
public final class StudyReport {
  private static final int MINUTES = 60;
  private static final double SECOND_MILLIS = 1000;
  private static final Series NO_BAND = new Series("", "", List.of());

  private final SharingStudy.Findings findings;
  private final Source source;

  /**
   * Where the trace is from.
   *
   * @param file its name
   * @param sha256 of its bytes
   * @param rejectedLines that were left out
   */
  public record Source(String file, String sha256, int rejectedLines) {}

  public StudyReport(SharingStudy.Findings findings, Source source) {
    this.findings = findings;
    this.source = source;
  }

  /** The page. */
  public String html() {
    final ReportPage page =
        new ReportPage(
                "Static, dynamic and cost-aware space-sharing on " + machines() + " workstations")
            .paragraph(
                "After A. Chowdhury, L. Nicklas, S. Setia and E. White, Supporting Dynamic"
                    + " Space-sharing on Clusters of Non-dedicated Workstations, 1997: equal jobs"
                    + " with perfect speed-up are submitted together, on each of "
                    + findings.days()
                    + " weekdays, and run on machines that have been idle for six minutes. Static"
                    + " and dynamic space-sharing are decided by the planner of live grids. A job's"
                    + " ratio is its response time by its time on a dedicated cluster. Level of"
                    + " simulation: fast (whole changes at a constant cost).")
            .paragraph(
                "Trace: "
                    + source.file()
                    + ", SHA-256 "
                    + source.sha256()
                    + "; lines left out: "
                    + source.rejectedLines()
                    + "; machines left out, because machines of their name are on for less than a"
                    + " quarter of the time: "
                    + findings.sample().leftOut().size()
                    + ".")
            .heading("Table 1: the trace, beside the study's")
            .table(traceTable())
            .heading("Figure 1: available machines over a day")
            .picture(figure1())
            .numbers(availability());
    for (final Experiment experiment : Experiment.values()) {
      page.heading(figure3Title(experiment))
          .picture(figure3(experiment))
          .numbers(cells(3, experiment));
    }
    page.heading("Figure 4: the ratio by the cost of a change, experiment B, total demand 24");
    for (final int processors : List.of(24, 12, 6)) {
      page.picture(figure4(processors));
    }
    return page.numbers(cells(4, Experiment.B))
        .heading("What it shows")
        .paragraph(crossings())
        .paragraph(costAware())
        .paragraph(ownCost())
        .toString();
  }

  /** The pictures, by the name of a file without its ending. */
  public Map<String, String> pictures() {
    final Map<String, String> all = new TreeMap<>();
    all.put("figure-1", ReportPage.standalone(figure1()));
    for (final Experiment experiment : Experiment.values()) {
      all.put(
          "figure-3" + experiment.name().toLowerCase(Locale.ROOT),
          ReportPage.standalone(figure3(experiment)));
    }
    for (final int processors : List.of(24, 12, 6)) {
      all.put("figure-4-" + processors, ReportPage.standalone(figure4(processors)));
    }
    return all;
  }

  private int machines() {
    return findings.sample().machines().size();
  }

  private ReportTable traceTable() {
    final AvailabilityOverDay days = findings.availability();
    return new ReportTable(
        List.of("", "mean", "CV", "least", "greatest", "mean in 1997", "CV in 1997"),
        List.of(
            row("available machines", days.available(), "30.48", "0.29"),
            row("idle, minutes", days.idleMinutes(), "20.67", "3.14"),
            row("busy, minutes", days.busyMinutes(), "8.49", "2.34")));
  }

  private static List<String> row(String name, Moments of, String mean, String cv) {
    return List.of(name, two(of.mean()), two(of.cv()), two(of.min()), two(of.max()), mean, cv);
  }

  private String figure1() {
    final AvailabilityOverDay days = findings.availability();
    final List<Series.Point> band = new ArrayList<>();
    for (int i = 0; i < days.minutes().size(); i++) {
      band.add(
          new Series.Point(
              hour(days, i), days.least().get(i), days.most().get(i) - days.least().get(i)));
    }
    return new Chart(
            "Available machines over a day",
            "The mean of all days, a typical day, and the range of all days as an area. On average "
                + two(days.available().mean())
                + " machines are available.",
            "hour of the day",
            "machines")
        .lines(
            0,
            List.of(
                new Series("a typical day", "s0", points(days, i -> days.typical().get(i))),
                new Series("mean", "s1", points(days, i -> days.mean().get(i)))),
            new Series("range", "", band),
            Svg::number);
  }

  private static List<Series.Point> points(
      AvailabilityOverDay days, Function<Integer, Number> value) {
    return IntStream.range(0, days.minutes().size())
        .mapToObj(i -> new Series.Point(hour(days, i), value.apply(i).doubleValue(), 0))
        .toList();
  }

  private static double hour(AvailabilityOverDay days, int i) {
    return days.minutes().get(i) / (double) MINUTES;
  }

  private static String figure3Title(Experiment experiment) {
    return "Figure 3"
        + (experiment == Experiment.A ? "a" : "b")
        + ": experiment "
        + experiment
        + ", jobs of "
        + experiment.runTime().toHours()
        + " h, submitted at "
        + experiment.submitted().toHours()
        + ":00";
  }

  private String figure3(Experiment experiment) {
    final List<Cell> cells = of(3, experiment);
    final List<String> groups =
        cells.stream()
            .map(cell -> cell.totalDemand() + " = " + cell.jobs() + "×" + cell.processors())
            .toList();
    return new Chart(
            figure3Title(experiment),
            "Four bars for each total demand and number of jobs: static, dynamic and cost-aware"
                + " space-sharing, and dynamic at the cost of a change that was measured. The"
                + " numbers are below.",
            "total demand = jobs × processors",
            "response time by dedicated time")
        .bars(groups, policies(cells, cells::indexOf));
  }

  private String figure4(int processors) {
    final List<Cell> cells =
        of(4, Experiment.B).stream().filter(cell -> cell.processors() == processors).toList();
    return new Chart(
            "Jobs of " + processors + " processors",
            "Three lines by the cost of a change, from 0 to 120 s: static, dynamic and cost-aware"
                + " space-sharing; and a level line for dynamic at the cost that was measured. The"
                + " numbers are below.",
            "cost of a change, s (jobs of " + processors + " processors)",
            "response time by dedicated time")
        .lines(
            1, policies(cells, cell -> cell.resizeMillis() / SECOND_MILLIS), NO_BAND, Svg::number);
  }

  private List<Series> policies(List<Cell> cells, Function<Cell, Number> x) {
    return List.of(
        series("static", "s0", cells, x, Cell::fixed),
        series("dynamic", "s1", cells, x, Cell::dynamic),
        series("cost-aware", "s2", cells, x, Cell::costAware),
        series(
            "dynamic at " + Svg.number(findings.ownCost().resizeMillis() / SECOND_MILLIS) + " s",
            "s3",
            cells,
            x,
            Cell::ownCost));
  }

  private static Series series(
      String name,
      String style,
      List<Cell> cells,
      Function<Cell, Number> x,
      Function<Cell, Estimate> y) {
    return new Series(
        name,
        style,
        cells.stream()
            .map(cell ->
                new Series.Point(
                    x.apply(cell).doubleValue(), y.apply(cell).mean(), y.apply(cell).margin()))
            .toList());
  }

  private List<Cell> of(int figure, Experiment experiment) {
    return findings.cells().stream()
        .filter(cell -> cell.figure() == figure && cell.experiment() == experiment)
        .toList();
  }

  /** Available machines by the time of day. */
  public ReportTable availability() {
    final AvailabilityOverDay days = findings.availability();
    return new ReportTable(
        List.of("time", "mean", "least", "greatest", "typical day"),
        IntStream.range(0, days.minutes().size())
            .mapToObj(i ->
                List.of(
                    String.format(
                        Locale.ROOT,
                        "%02d:%02d",
                        days.minutes().get(i) / MINUTES,
                        days.minutes().get(i) % MINUTES),
                    two(days.mean().get(i)),
                    days.least().get(i).toString(),
                    days.most().get(i).toString(),
                    days.typical().get(i).toString()))
            .toList());
  }

  /** All cells of both figures. */
  public ReportTable cells() {
    return table(findings.cells());
  }

  private ReportTable cells(int figure, Experiment experiment) {
    return table(of(figure, experiment));
  }

  private static ReportTable table(List<Cell> cells) {
    return new ReportTable(
        List.of(
            "figure",
            "experiment",
            "total demand",
            "processors",
            "change s",
            "static",
            "± 95 %",
            "dynamic",
            "± 95 %",
            "cost-aware",
            "± 95 %",
            "at own cost",
            "± 95 %",
            "censored"),
        cells.stream()
            .map(cell ->
                List.of(
                    Integer.toString(cell.figure()),
                    cell.experiment().name(),
                    Integer.toString(cell.totalDemand()),
                    Integer.toString(cell.processors()),
                    Svg.number(cell.resizeMillis() / SECOND_MILLIS),
                    two(cell.fixed().mean()),
                    two(cell.fixed().margin()),
                    two(cell.dynamic().mean()),
                    two(cell.dynamic().margin()),
                    two(cell.costAware().mean()),
                    two(cell.costAware().margin()),
                    two(cell.ownCost().mean()),
                    two(cell.ownCost().margin()),
                    Integer.toString(cell.censored())))
            .toList());
  }

  private String crossings() {
    final StringBuilder words = new StringBuilder();
    for (final int processors : List.of(24, 12, 6)) {
      final List<Cell> cells =
          of(4, Experiment.B).stream().filter(cell -> cell.processors() == processors).toList();
      final String from =
          cells.stream()
              .filter(cell -> cell.dynamic().mean() > cell.fixed().mean())
              .map(cell ->
                  "from a cost of " + Svg.number(cell.resizeMillis() / SECOND_MILLIS) + " s on")
              .findFirst()
              .orElse("at no cost up to 120 s");
      words
          .append(words.isEmpty() ? "Dynamic space-sharing is slower than static " : ", ")
          .append(from)
          .append(" for jobs of ")
          .append(processors)
          .append(" processors");
    }
    return words
        + ". The study of 1997 found it faster up to 60 s in all three; its trace, and how it"
        + " decides to grow a job, are not known.";
  }

  private String costAware() {
    final double worst =
        findings.cells().stream()
            .mapToDouble(cell ->
                cell.costAware().mean() / Math.min(cell.fixed().mean(), cell.dynamic().mean()))
            .max()
            .orElse(1);
    return "The cost-aware policy takes at most "
        + String.format(Locale.ROOT, "%.3f", worst)
        + " times as long as the better of the two, in the worst of all "
        + findings.cells().size()
        + " cells.";
  }

  private String ownCost() {
    final double worst =
        findings.cells().stream()
            .mapToDouble(cell -> cell.ownCost().mean() / cell.fixed().mean())
            .max()
            .orElse(1);
    return "Where a change takes "
        + Svg.number(findings.ownCost().resizeMillis() / SECOND_MILLIS)
        + " s, as was measured, dynamic space-sharing takes at most "
        + String.format(Locale.ROOT, "%.3f", worst)
        + " times as long as static.";
  }

  private static String two(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
