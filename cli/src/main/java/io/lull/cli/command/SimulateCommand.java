package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.ComparisonRequest;
import io.lull.cli.simulate.ComparisonRun;
import io.lull.cli.simulate.Level;
import io.lull.cli.simulate.OutputFile;
import io.lull.cli.simulate.ReportFolder;
import io.lull.cli.simulate.SimulationState;
import io.lull.cli.simulate.StudyRun;
import io.lull.protocol.text.Durations;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  @Command(
      name = "run",
      description = "Run jobs on the machines of traces under several policies, and compare them.",
      sortOptions = false)
  static final class Run implements Callable<Integer> {
    private static final String TRACE = "--trace";
    private static final String REPORT = "--report";
    private static final String JSON = "--json";
    private static final String CSV = "--csv";
    private static final String STATE = "--state";
    private static final String IDLE_AFTER = "idle-after=";
    private static final int MOST_NODES = 50_000;
    private static final int MOST_DAYS = 3660;
    private static final Duration LONGEST = Duration.ofDays(1);

    private final CommandEnvironment environment;

    @Option(
        names = TRACE,
        required = true,
        arity = "1..*",
        paramLabel = "FILE",
        description =
            "Lines of machine,start_s,end_s,state; A and R are idle, O is offline. Names may end"
                + " in .gz.")
    private List<String> traces = List.of();

    @Option(
        names = "--workload",
        paramLabel = "FILE|SPEC",
        description =
            "Jobs in the Standard Workload Format, or made-up ones such as"
                + " count=200,processors=16,run=1h,gap=30m, which is the default.")
    private String workload = ComparisonRequest.USUAL_WORKLOAD;

    @Option(
        names = "--policy",
        paramLabel = "NAMES",
        description =
            "With commas between: live, cost-aware, static, moldable, fcfs, easy, evict,"
                + " checkpoint, bags. Default: all.")
    private String policies = "";

    @Option(
        names = "--nodes",
        paramLabel = "N",
        description =
            "Number of machines, each week of each drawn at random from those of the traces."
                + " Default: the machines of the traces.")
    private @Nullable Integer nodes;

    @Option(
        names = "--days",
        paramLabel = "N",
        description = "As long, rounded up to weeks, drawn in the same way. Default: the traces.")
    private @Nullable Integer days;

    @Option(
        names = "--costs",
        paramLabel = "COSTS",
        description =
            "What a change of a job's number of machines costs, such as paper:36s, the default of"
                + " the fast level, of which a migration costs half; or measured:FILE, as the"
                + " events of a job say that lull job --json printed. The exact level has no such"
                + " cost by default.")
    private @Nullable String costs;

    @Option(
        names = "--speedup",
        paramLabel = "MODEL",
        description =
            "Of all jobs: perfect, the default; amdahl:F, where F is the sequential part; or"
                + " downey:A:SIGMA.")
    private String speedup = ComparisonRequest.USUAL_SPEEDUP;

    @Option(
        names = "--level",
        paramLabel = "LEVEL",
        description =
            "fast, the default: whole changes at a constant cost. Or exact: the policy live, by the"
                + " code that runs live, for tens of machines and days.")
    private String level = "fast";

    @Option(names = "--seed", paramLabel = "N", description = "Of all chance; default: 1.")
    private long seed = 1;

    @Option(
        names = "--set",
        paramLabel = "KEY=VALUE",
        description = "An owners' setting: idle-after, by default 5m.")
    private String set = "idle-after=5m";

    @Option(
        names = STATE,
        paramLabel = "FILE",
        description =
            "Keep in this file, once a minute, how far the simulation has come: if it is stopped,"
                + " the same command goes on from there. At the end it is deleted.")
    private @Nullable String state;

    @Option(names = JSON, paramLabel = "FILE", description = "Write the findings to this file.")
    private @Nullable String json;

    @Option(
        names = CSV,
        paramLabel = "FILE",
        description = "Write the findings to this file, a line for each policy.")
    private @Nullable String csv;

    @Option(names = REPORT, paramLabel = "FILE", description = "Write a report, as HTML.")
    private @Nullable String report;

    Run(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final Level chosen =
          Level.named(level)
              .orElseThrow(() ->
                  CommandFailure.badInput(
                      "--level: '" + level + "' is not a level: use fast or exact"));
      final int machines = between("--nodes", nodes, MOST_NODES);
      final int length = between("--days", days, MOST_DAYS);
      if (!set.startsWith(IDLE_AFTER)) {
        throw CommandFailure.badInput(
            "--set: owners of a simulation have idle-after alone, such as idle-after=10m");
      }
      // Help lists this command where there is no simulator: its classes occur within methods only.
      final ComparisonRequest request =
          new ComparisonRequest(
              environment.folder(),
              traces,
              workload,
              policies,
              machines,
              length,
              costs == null ? ComparisonRequest.usualCosts(chosen) : costs,
              speedup,
              idleAfter(),
              chosen,
              seed);
      final @Nullable OutputFile document = Arguments.output(environment, JSON, json);
      final @Nullable OutputFile lines = Arguments.output(environment, CSV, csv);
      final @Nullable OutputFile page = Arguments.output(environment, REPORT, report);
      if (state != null && chosen == Level.EXACT) {
        throw CommandFailure.badInput(
            "--state: only the fast level can be stopped: leave it out, or give --level fast");
      }
      final @Nullable OutputFile kept = Arguments.output(environment, STATE, state);
      final ComparisonRun run =
          ComparisonRun.of(
              request,
              environment.progress(),
              state == null || kept == null
                  ? Optional.empty()
                  : Optional.of(
                      new SimulationState(
                          STATE, Arguments.path(environment, STATE, state), environment.clock())));
      if (document != null) {
        document.write(run.json());
      }
      if (lines != null) {
        lines.write(run.csv());
      }
      if (page != null) {
        page.write(run.html());
      }
      environment.out().print(run.text(environment.screen()));
      return ExitCode.DONE.number();
    }

    private static int between(String option, @Nullable Integer number, int most) {
      if (number == null) {
        return 0;
      }
      if (number < 1 || number > most) {
        throw CommandFailure.badInput(option + ": from 1 to " + most + ", not " + number);
      }
      return number;
    }

    private Duration idleAfter() {
      final Duration duration =
          Arguments.parse("--set", set.substring(IDLE_AFTER.length()), Durations::parse);
      if (duration.compareTo(LONGEST) > 0) {
        throw CommandFailure.badInput("--set: idle-after is at most 1d");
      }
      return duration;
    }
  }
}
