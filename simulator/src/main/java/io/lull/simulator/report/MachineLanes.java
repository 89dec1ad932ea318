package io.lull.simulator.report;

import io.lull.simulator.comparison.Lanes;
import io.lull.simulator.comparison.Lanes.Lane;
import io.lull.simulator.comparison.Lanes.Stretch;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A lane for each machine, and on it the jobs that have the machine, in their colours. */
final class MachineLanes {
  private static final int LEFT = 56;
  private static final int RIGHT = Svg.WIDTH - 16;
  private static final int TOP = 40;
  private static final int BOTTOM = Svg.HEIGHT - 48;
  private static final int TICKS = 8;
  private static final double GAP = 1;

  /** In the style sheet; jobs whose numbers differ by so many look alike. */
  private static final int COLOURS = 7;

  private static final double MILLIS_AN_HOUR = 3_600_000;

  private final Lanes lanes;

  MachineLanes(Lanes lanes) {
    this.lanes = lanes;
  }

  private double hours(long millis) {
    return (millis - lanes.fromMillis()) / MILLIS_AN_HOUR;
  }

  String svg() {
    final Svg svg =
        new Svg(
            "Which job has which machine",
            "A lane for each of "
                + lanes.lanes().size()
                + " machines on the first day with jobs, under "
                + lanes.contender().title()
                + ": coloured where a job has it, pale where nobody does, empty where it is not"
                + " offered; the numbers are in the table below.");
    final Axis x = new Axis(0, hours(lanes.toMillis()), LEFT, RIGHT);
    for (final double tick : x.ticks(TICKS)) {
      svg.line("grid", x.at(tick), TOP, x.at(tick), BOTTOM)
          .words("tick", "middle", x.at(tick), BOTTOM + 16, Svg.number(tick));
    }
    final double row = (double) (BOTTOM - TOP) / Math.max(1, lanes.lanes().size());
    for (int i = 0; i < lanes.lanes().size(); i++) {
      for (final Stretch each : lanes.lanes().get(i).stretches()) {
        svg.rectangle(
            style(each),
            x.at(hours(each.fromMillis())),
            TOP + i * row,
            Math.max(0.5, x.at(hours(each.toMillis())) - x.at(hours(each.fromMillis()))),
            Math.max(GAP, row - GAP));
      }
    }
    return svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM)
        .words("name", "end", RIGHT, BOTTOM + 36, "hours since the first submission")
        .words(
            "name",
            "start",
            8,
            16,
            "a lane for each machine, a colour for each job; pale: no job, empty: not offered")
        .toString();
  }

  private static String style(Stretch stretch) {
    return stretch.job() == Lanes.NOBODY ? "band" : "job j" + stretch.job() % COLOURS;
  }

  /** Of each lane. */
  ReportTable table() {
    return new ReportTable(
        List.of("machine", "offered h", "with jobs h", "jobs, in their order"),
        lanes.lanes().stream()
            .map(lane ->
                List.of(
                    Integer.toString(lane.machine() + 1),
                    sum(lane.stretches()),
                    sum(
                        lane.stretches().stream()
                            .filter(each -> each.job() != Lanes.NOBODY)
                            .toList()),
                    jobs(lane)))
            .toList());
  }

  private static String sum(List<Stretch> stretches) {
    return String.format(
        Locale.ROOT, "%.1f", stretches.stream().mapToLong(Stretch::millis).sum() / MILLIS_AN_HOUR);
  }

  private static String jobs(Lane lane) {
    return lane.stretches().stream()
        .map(Stretch::job)
        .filter(job -> job != Lanes.NOBODY)
        .distinct()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }
}
