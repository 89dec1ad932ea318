package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.text.Progress;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.protocol.text.VisibleText;
import io.lull.simulator.report.StudyReport;
import io.lull.simulator.study.Cell;
import io.lull.simulator.study.Moments;
import io.lull.simulator.study.SharingStudy;
import io.lull.simulator.trace.AvailabilityTrace;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One run of the study of dynamic space-sharing, from a trace's file to the report's. */
public final class StudyRun {
  private static final int SECOND_MILLIS = 1000;
  private static final String COSTS = "--costs";

  /** Of a trace that is made up; all else in the study has no chance. */
  private static final long STUDY_SEED = 1;

  private final SimulationInput<AvailabilityTrace> file;
  private final SharingStudy.Findings findings;

  private StudyRun(SimulationInput<AvailabilityTrace> file, SharingStudy.Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /**
   * @param option that names the trace, for messages
   * @param folder for relative paths
   * @param begin when the trace begins, by the clocks of its place
   * @param costs of a change, for a curve beside those at the study's costs; null: as measured
   */
  public static StudyRun on(
      String option,
      Path folder,
      String trace,
      ZonedDateTime begin,
      int machines,
      @Nullable String costs,
      Progress progress) {
    final SimulationInput<AvailabilityTrace> file =
        TraceSource.of(option, trace, folder, STUDY_SEED);
    file.content()
        .rejects()
        .first()
        .forEach(line -> progress.say("lull: " + VisibleText.line(line)));
    try (progress) {
      return new StudyRun(
          file,
          SharingStudy.run(
              file.content(),
              begin,
              machines,
              costs == null ? SharingStudy.OWN_COST : CostSource.of(COSTS, costs, folder),
              done ->
                  progress.show("simulated: " + done + " of " + SharingStudy.CELLS + " cells")));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
  }

  /** A page, pictures and tables. */
  public void writeTo(ReportFolder folder) {
    final StudyReport report =
        new StudyReport(
            findings,
            new StudyReport.Source(file.name(), file.sha256(), file.content().rejects().count()));
    folder.write("cells.csv", report.cells().csv());
    folder.write("availability.csv", report.availability().csv());
    folder.writePictures(report.pictures());
    folder.write("index.html", report.html());
  }

  public String json() {
    return Json.text(StudyJson.of(findings, file)) + "\n";
  }

  /** Lines for the screen. */
  public String text(Screen screen) {
    final Moments available = findings.availability().available();
    final Table table =
        new Table()
            .left("FIGURE")
            .right("DEMAND")
            .right("PROCESSORS")
            .right("CHANGE")
            .right("STATIC")
            .right("DYNAMIC")
            .right("COST-AWARE")
            .right("OWN COST");
    for (final Cell cell : findings.cells()) {
      table
          .row()
          .cell(cell.figure() + " " + cell.experiment())
          .cell(cell.totalDemand())
          .cell(cell.processors())
          .cell(cell.resizeMillis() / SECOND_MILLIS + " s")
          .cell(ratio(cell.fixed().mean()))
          .cell(ratio(cell.dynamic().mean()))
          .cell(ratio(cell.costAware().mean()))
          .cell(ratio(cell.ownCost().mean()));
    }
    return String.format(
            Locale.ROOT,
            "%d machines, %d weekdays; available: mean %.2f, CV %.2f, least %.0f, greatest"
                + " %.0f%n%n",
            findings.sample().machines().size(),
            findings.days(),
            available.mean(),
            available.cv(),
            available.min(),
            available.max())
        + table.render(screen)
        + String.format(
            Locale.ROOT,
            "%nResponse times by the time on a dedicated cluster; own cost: dynamic, at %.1f s a"
                + " change.%n",
            findings.ownCost().resizeMillis() / (double) SECOND_MILLIS);
  }

  private static String ratio(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
