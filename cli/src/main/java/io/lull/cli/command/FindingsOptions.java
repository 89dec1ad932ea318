package io.lull.cli.command;

import io.lull.cli.simulate.OutputFile;
import io.lull.cli.simulate.ReportFolder;
import io.lull.cli.simulate.SimulationFindings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a simulation's findings are written, beside the screen. */
final class FindingsOptions {
  private static final String JSON = "--json";
  private static final String CSV = "--csv";
  private static final String REPORT = "--report";
  private static final String PICTURES = "--pictures";

  @Option(names = JSON, paramLabel = "FILE", description = "Write the findings to this file.")
  private @Nullable String json;

  @Option(
      names = CSV,
      paramLabel = "FILE",
      description = "Write the findings to this file, a line for each policy or change.")
  private @Nullable String csv;

  @Option(names = REPORT, paramLabel = "FILE", description = "Write a report, as HTML.")
  private @Nullable String report;

  @Option(
      names = PICTURES,
      paramLabel = "DIR",
      description = "Write the report's charts to this folder, each as SVG and as PNG.")
  private @Nullable String pictures;

  /** Those that are wanted. */
  record Files(
      @Nullable OutputFile json,
      @Nullable OutputFile csv,
      @Nullable OutputFile report,
      @Nullable ReportFolder pictures) {
    void write(SimulationFindings findings) {
      if (json != null) {
        json.write(findings.json());
      }
      if (csv != null) {
        csv.write(findings.csv());
      }
      if (report != null || pictures != null) {
        final SimulationFindings.Report made = findings.report();
        if (report != null) {
          report.write(made.html());
        }
        if (pictures != null) {
          pictures.writePictures(made.pictures());
        }
      }
    }
  }

  /** What cannot be written is refused before anything is simulated. */
  Files files(CommandEnvironment environment) {
    return new Files(
        Arguments.output(environment, JSON, json),
        Arguments.output(environment, CSV, csv),
        Arguments.output(environment, REPORT, report),
        pictures == null
            ? null
            : ReportFolder.at(PICTURES, Arguments.path(environment, PICTURES, pictures)));
  }
}
