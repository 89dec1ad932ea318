package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.OutputFile;
import io.lull.cli.simulate.ReportFolder;
import io.lull.cli.simulate.StudyRun;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that simulate clusters, without any. */
@Command(name = "simulate", description = "Simulate a cluster from traces of its machines.")
final class SimulateCommand {

  @Command(
      name = "chowdhury",
      description =
          "Compare static, dynamic and cost-aware space-sharing on a trace, as the study of"
              + " Chowdhury and others (1997) did.",
      sortOptions = false)
  static final class Chowdhury implements Callable<Integer> {
    private static final String TRACE = "--trace";
    private static final String REPORT = "--report";
    private static final String JSON = "--json";
    private static final String FIRST_DAY = "--first-day";
    private static final String BEGIN = "--begin";
    private static final String ZONE = "--zone";
    private static final int MOST_NODES = 1000;

    /** Of a trace without a date. */
    private static final LocalDate A_MONDAY = LocalDate.of(2001, 1, 1);

    /** A workload of the study needs 32 machines. */
    private static final int FEWEST_NODES = 32;

    private final CommandEnvironment environment;

    @Option(
        names = TRACE,
        required = true,
        paramLabel = "FILE",
        description =
            "Lines of machine,start_s,end_s,state; A and R are idle, O is offline. The name may"
                + " end in .gz.")
    private String trace = "";

    @Option(
        names = "--nodes",
        paramLabel = "N",
        description =
            "Number of machines; those are taken that are as much in use as the study's. Default:"
                + " 50.")
    private int nodes = 50;

    @Option(
        names = FIRST_DAY,
        paramLabel = "DAY",
        description = "The day of the week on which the trace begins; default: monday.")
    private @Nullable String firstDay;

    @Option(
        names = BEGIN,
        paramLabel = "DATE",
        description =
            "Instead: the date on which the trace begins, at midnight, such as 2016-10-03.")
    private @Nullable String begin;

    @Option(
        names = ZONE,
        paramLabel = "ZONE",
        description =
            "With --begin: by whose clocks, such as America/New_York, so that days of 23 and 25"
                + " hours count. Default: UTC.")
    private @Nullable String zone;

    @Option(
        names = "--costs",
        paramLabel = "COSTS",
        description =
            "What a change takes on your grid, for a curve beside those at the study's costs:"
                + " paper:DURATION, or measured:FILE with what lull job --json printed. Default:"
                + " paper:300ms, what the longest change of a grid of 3072 x 3072 takes.")
    private @Nullable String costs;

    @Option(
        names = REPORT,
        required = true,
        paramLabel = "DIR",
        description = "Folder for the report: a page, pictures and CSV files.")
    private String report = "";

    @Option(
        names = JSON,
        paramLabel = "FILE",
        description = "Write the findings to this file, too.")
    private @Nullable String json;

    Chowdhury(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      if (nodes < FEWEST_NODES || nodes > MOST_NODES) {
        throw CommandFailure.badInput(
            "--nodes: from " + FEWEST_NODES + " to " + MOST_NODES + ", not " + nodes);
      }
      final ZonedDateTime first = first();
      final ReportFolder folder =
          ReportFolder.at(REPORT, Arguments.path(environment, REPORT, report));
      final @Nullable OutputFile document = Arguments.output(environment, JSON, json);
      // Help lists this command where there is no simulator: its classes occur within methods only.
      final StudyRun study =
          StudyRun.on(
              TRACE, environment.folder(), trace, first, nodes, costs, environment.progress());
      study.writeTo(folder);
      if (document != null) {
        document.write(study.json());
      }
      environment.out().print(study.text(environment.screen()));
      environment
          .out()
          .println(
              "The report is "
                  + Arguments.path(environment, REPORT, report).resolve("index.html")
                  + ".");
      return ExitCode.DONE.number();
    }

    private ZonedDateTime first() {
      if (begin == null) {
        if (zone != null) {
          throw CommandFailure.badInput(ZONE + " needs the date: give --begin DATE, too");
        }
        final DayOfWeek day =
            firstDay == null
                ? DayOfWeek.MONDAY
                : Arguments.parse(FIRST_DAY, firstDay, Chowdhury::day);
        return A_MONDAY.with(TemporalAdjusters.nextOrSame(day)).atStartOfDay(ZoneOffset.UTC);
      }
      if (firstDay != null) {
        throw CommandFailure.badInput("--begin says which day it is: leave out --first-day");
      }
      final ZoneId place =
          zone == null ? ZoneOffset.UTC : Arguments.parse(ZONE, zone, Chowdhury::zone);
      return Arguments.parse(BEGIN, begin, Chowdhury::date).atStartOfDay(place);
    }

    private static LocalDate date(String text) {
      try {
        return LocalDate.parse(text);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a date: write it as 2016-10-03", e);
      }
    }

    private static ZoneId zone(String text) {
      try {
        return ZoneId.of(text);
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a time zone: write it as America/New_York", e);
      }
    }

    private static DayOfWeek day(String text) {
      try {
        return DayOfWeek.valueOf(text.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a day: write it as monday, tuesday and so on", e);
      }
    }
  }
}
