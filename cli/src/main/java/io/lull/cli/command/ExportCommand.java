package io.lull.cli.command;

import io.lull.cli.availability.HistoryTrace;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.JobLog;
import io.lull.cli.simulate.OutputFile;
import io.lull.client.grid.GridClient;
import io.lull.protocol.architecture.Exempt;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.JobAccount;
import io.lull.protocol.wire.JobAccounts;
import io.lull.protocol.wire.JobView;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a grid knows, as files. */
@Command(name = "export", description = "Write what the grid knows to a file.")
final class ExportCommand {

  @Command(
      name = "history",
      description =
          "Write when machines were available, running jobs, in use by owners or offline, as a"
              + " trace for lull simulate. For administrators; the audit log records it.",
      sortOptions = false)
  @Exempt(
      from = Exempt.Rule.TIME_AND_CHANCE,
      because = "pseudonyms are dealt at random in each run: a seed would tell the names")
  static final class History implements Callable<Integer> {
    private static final String SINCE = "--since";
    private static final String TO = "--to";

    private final CommandEnvironment environment;

    @Option(
        names = SINCE,
        paramLabel = "DURATION",
        description =
            "How far back, such as 90d; default: 30d. Days of which only hours are kept are left"
                + " out.")
    private String since = "30d";

    @Option(names = TO, required = true, paramLabel = "FILE", description = "The file to write.")
    private String to = "";

    @Option(names = "--pseudonyms", description = "Write numbers instead of the machines' names.")
    private boolean pseudonyms;

    History(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final Duration back = Arguments.parse(SINCE, since, Durations::parse);
      final OutputFile file = OutputFile.at(TO, Arguments.path(environment, TO, to));
      final HistoryTrace trace;
      try (GridClient grid = environment.grid().get()) {
        trace = grid.history().export(back, HistoryTrace::new);
      }
      if (trace.empty()) {
        throw new CommandFailure(
            ExitCode.FAILED, "nothing is kept of the machines' changes of that time");
      }
      file.write(pseudonyms ? trace.pseudonymousCsv(new SecureRandom()) : trace.csv());
      final ZonedDateTime begin =
          Instant.ofEpochMilli(trace.beginMillis())
              .atZone(environment.zone())
              .truncatedTo(ChronoUnit.SECONDS);
      environment
          .out()
          .printf(
              Locale.ROOT,
              "%s written: %d machines, from %s, %s, for %s%n",
              to,
              trace.machines(),
              begin.getDayOfWeek().toString().toLowerCase(Locale.ROOT),
              begin.toOffsetDateTime(),
              Durations.format(
                  Duration.ofMillis(trace.endMillis() - trace.beginMillis())
                      .truncatedTo(ChronoUnit.SECONDS)));
      return ExitCode.DONE.number();
    }
  }

  @Command(
      name = "jobs",
      description = {
        "Write the jobs that have ended, in the Standard Workload Format, for lull simulate.",
        "Users export their own jobs, administrators everybody's; users are numbers in it."
      },
      sortOptions = false)
  static final class Jobs implements Callable<Integer> {
    private static final String SINCE = "--since";
    private static final String TO = "--to";

    private final CommandEnvironment environment;

    @Option(
        names = SINCE,
        paramLabel = "DURATION",
        description =
            "Jobs that were submitted since then, such as 90d; default: 30d. As long as lull jobs"
                + " shows them.")
    private String since = "30d";

    @Option(names = TO, required = true, paramLabel = "FILE", description = "The file to write.")
    private String to = "";

    Jobs(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final Duration back = Arguments.parse(SINCE, since, Durations::parse);
      final OutputFile file = OutputFile.at(TO, Arguments.path(environment, TO, to));
      final JobAccounts accounts;
      final List<JobView> jobs;
      try (GridClient grid = environment.grid().get()) {
        jobs = grid.jobs(true);
        accounts = grid.history().jobs("");
      }
      final Map<String, Double> nodeSeconds =
          accounts.getJobsList().stream()
              .collect(
                  Collectors.toMap(
                      JobAccount::getJob, JobAccount::getNodeSeconds, (one, _) -> one));
      final JobLog log =
          new JobLog(jobs, nodeSeconds, environment.clock().epochMillis() - back.toMillis());
      if (log.jobs() == 0) {
        throw new CommandFailure(
            ExitCode.FAILED, "no job that was submitted since then has run and ended");
      }
      file.write(log.swf());
      environment
          .out()
          .printf(
              Locale.ROOT,
              "%s written: %d jobs of %d users; %d that never ran or have not ended are left out%n",
              to,
              log.jobs(),
              log.users(),
              log.leftOut());
      if (accounts.getMore()) {
        environment.err().println("There are older jobs, of which nothing was told.");
      }
      return ExitCode.DONE.number();
    }
  }
}
