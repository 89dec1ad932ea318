package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.ComparisonRequest;
import io.lull.cli.simulate.ComparisonRun;
import io.lull.cli.simulate.Level;
import io.lull.cli.simulate.OutputFile;
import io.lull.cli.simulate.SimulationState;
import io.lull.protocol.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jobs on the machines of traces, under one or several policies. */
@Command(
    name = "run",
    description = "Run jobs on the machines of traces under several policies, and compare them.",
    sortOptions = false)
final class SimulateRunCommand implements Callable<Integer> {
  private static final String STATE = "--state";
  private static final String IDLE_AFTER = "idle-after=";
  private static final int MOST_NODES = 50_000;
  private static final int MOST_DAYS = 3660;
  private static final Duration LONGEST = Duration.ofDays(1);

  private final CommandEnvironment environment;

  @Option(
      names = "--trace",
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
              + " code that runs live, for up to 28,000 days of machines and 5,000 jobs.")
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

  @Mixin private final FindingsOptions findings = new FindingsOptions();

  SimulateRunCommand(CommandEnvironment environment) {
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
    final FindingsOptions.Files files = findings.files(environment);
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
    files.write(run);
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
