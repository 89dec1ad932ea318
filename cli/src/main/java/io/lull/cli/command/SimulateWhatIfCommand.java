package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.ComparisonRequest;
import io.lull.cli.simulate.WhatIfRun;
import io.lull.protocol.text.Durations;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Questions of administrators about their own grid. */
@Command(
    name = "whatif",
    description = "Tell what changes of a grid would give its jobs, from the grid's history.",
    sortOptions = false)
final class SimulateWhatIfCommand implements Callable<Integer> {
  private static final String CHANGE = "--change";
  private static final String RECORDED = "--recorded-idle-after";

  /** Each of them is a simulation. */
  private static final int MOST_CHANGES = 20;

  private final CommandEnvironment environment;

  @Option(
      names = "--history",
      required = true,
      paramLabel = "FILE",
      description = "A trace that lull export history wrote. The name may end in .gz.")
  private String history = "";

  @Option(
      names = CHANGE,
      required = true,
      arity = "1..*",
      paramLabel = "KEY=VALUE",
      description =
          "nodes=+N, nodes=-N, idle-after=DURATION or costs=paper:DURATION. Each is simulated by"
              + " itself; several also together.")
  private List<String> changes = List.of();

  @Option(
      names = RECORDED,
      paramLabel = "DURATION",
      description =
          "The history's machines were offered after their owners were away for so long."
              + " Default: 5m.")
  private String recorded = "5m";

  @Option(
      names = "--workload",
      paramLabel = "FILE|SPEC",
      description =
          "Jobs in the Standard Workload Format, or made-up ones such as"
              + " count=200,processors=16,run=1h,gap=30m, which is the default.")
  private String workload = ComparisonRequest.USUAL_WORKLOAD;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "How jobs share the machines, as in lull simulate run. Default: live.")
  private String policy = "live";

  @Option(names = "--seed", paramLabel = "N", description = "Of all chance; default: 1.")
  private long seed = 1;

  @Mixin private final FindingsOptions findings = new FindingsOptions();

  SimulateWhatIfCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (changes.size() > MOST_CHANGES) {
      throw CommandFailure.badInput(CHANGE + ": at most " + MOST_CHANGES + " changes at a time");
    }
    if (policy.isBlank() || policy.contains(",")) {
      throw CommandFailure.badInput("--policy: one policy, such as live");
    }
    final FindingsOptions.Files files = findings.files(environment);
    // Help lists this command where there is no simulator: its classes occur within methods only.
    final WhatIfRun run =
        WhatIfRun.of(
            new WhatIfRun.Request(
                environment.folder(),
                history,
                Arguments.parse(RECORDED, recorded, Durations::parse),
                changes,
                workload,
                policy,
                seed),
            environment.progress());
    files.write(run);
    environment.out().print(run.text(environment.screen()));
    return ExitCode.DONE.number();
  }
}
