package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.client.ClientFailure;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tree of commands, and the handling of their failures. */
@Command(
    name = "lull",
    synopsisSubcommandLabel = "COMMAND",
    description = "Runs parallel jobs on workstations while their owners are away.",
    footer = {
      "",
      "Try it on this computer: lull demo. Help on a command: lull COMMAND --help.",
      "Exit codes: 0 done; 1 it ran and failed; 2 bad usage or input; 3 coordinator or agent not"
          + " reached; 4 not allowed."
    })
public final class LullCommand {
  private static final int USAGE_COLUMNS = 100;

  /** Commands that say something about all others. */
  private static final Set<String> OF_ALL = Set.of("complete", "generate");

  private LullCommand() {}

  /**
   * @param userName of the person at the keyboard, read only if needed
   * @return the exit code
   */
  public static int run(
      CommandEnvironment environment, Supplier<String> userName, String... arguments) {
    final CommandLine lull = tree(typed(commands(environment, userName), arguments));
    settle(lull, environment);
    if (arguments.length == 0) {
      lull.usage(environment.out(), ansi(environment));
      return ExitCode.DONE.number();
    }
    return lull.execute(arguments);
  }

  /** All commands, with their examples. */
  static CommandLine tree(CommandEnvironment environment, Supplier<String> userName) {
    return tree(commands(environment, userName));
  }

  private static CommandLine tree(Map<String, Supplier<CommandLine>> commands) {
    final CommandLine lull = new CommandLine(new LullCommand());
    commands.forEach((name, command) -> lull.addSubcommand(name, command.get()));
    Examples.attach(lull);
    return lull;
  }

  /** The command that was typed alone, if there is one of this name: to make all takes a while. */
  private static Map<String, Supplier<CommandLine>> typed(
      Map<String, Supplier<CommandLine>> all, String... arguments) {
    final Supplier<CommandLine> one = arguments.length == 0 ? null : all.get(arguments[0]);
    return one == null || OF_ALL.contains(arguments[0]) ? all : Map.of(arguments[0], one);
  }

  /** By their names, in the order in which help lists them. */
  private static Map<String, Supplier<CommandLine>> commands(
      CommandEnvironment environment, Supplier<String> userName) {
    final Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
    all.put("demo", () -> new CommandLine(new DemoCommand(environment)));
    all.put("apps", () -> new CommandLine(new AppsCommand(environment)));
    all.put("submit", () -> new CommandLine(new SubmitCommand(environment)));
    all.put("jobs", () -> new CommandLine(new JobsCommand(environment)));
    all.put("job", () -> new CommandLine(new JobCommand(environment)));
    all.put("wait", () -> new CommandLine(new WaitCommand(environment)));
    all.put("logs", () -> new CommandLine(new LogsCommand(environment)));
    all.put("outputs", () -> new CommandLine(new OutputsCommand(environment)));
    all.put("new", () -> new CommandLine(new NewCommand(environment)));
    all.put("run", () -> new CommandLine(new RunCommand(environment)));
    all.put("completion", () -> new CommandLine(new ShellCommand(environment)));
    all.put("complete", () -> new CommandLine(new CompleteCommand(environment)));
    all.put("cancel", () -> new CommandLine(new CancelCommand(environment)));
    all.put("hold", () -> new CommandLine(new JobControlCommands.Hold(environment)));
    all.put("release", () -> new CommandLine(new JobControlCommands.Release(environment)));
    all.put("change", () -> new CommandLine(new JobControlCommands.Change(environment)));
    all.put("resubmit", () -> new CommandLine(new JobControlCommands.Resubmit(environment)));
    all.put("resize", () -> new CommandLine(new ChangeCommands.Resize(environment)));
    all.put("migrate", () -> new CommandLine(new ChangeCommands.Migrate(environment)));
    all.put("rebalance", () -> new CommandLine(new ChangeCommands.Rebalance(environment)));
    all.put("nodes", () -> new CommandLine(new NodesCommand(environment)));
    all.put("node", () -> new CommandLine(new NodeCommands.Show(environment)));
    all.put("drain", () -> new CommandLine(new NodeCommands.Drain(environment)));
    all.put("undrain", () -> new CommandLine(new NodeCommands.Undrain(environment)));
    all.put("explain", () -> new CommandLine(new ExplainCommand(environment)));
    all.put("top", () -> new CommandLine(new TopCommand(environment)));
    all.put("availability", () -> new CommandLine(new AvailabilityCommand(environment)));
    all.put(
        "export",
        () ->
            group(
                new ExportCommand(),
                new ExportCommand.History(environment),
                new ExportCommand.Jobs(environment)));
    all.put("web", () -> new CommandLine(new WebCommand(environment)));
    all.put(
        "owner",
        () ->
            group(
                new OwnerCommand(),
                new OwnerCommand.Status(environment),
                new OwnerCommand.Pause(environment),
                new OwnerCommand.Resume(environment),
                new OwnerCommand.Snooze(environment),
                new OwnerCommand.Set(environment),
                new OwnerCommand.Get(environment)));
    all.put("doctor", () -> new CommandLine(new DoctorCommand(environment)));
    all.put("tray", () -> new CommandLine(new TrayCommand(environment)));
    all.put("login", () -> new CommandLine(new LoginCommand(environment, userName)));
    all.put("agent", () -> new CommandLine(new AgentCommand(environment)));
    all.put("session-watch", () -> new CommandLine(new SessionWatchCommand(environment)));
    all.put("guest-service", () -> new CommandLine(new GuestServiceCommand(environment)));
    all.put(
        "coordinator",
        () -> group(new CoordinatorCommand(environment), new BackupCommand(environment)));
    all.put("token", () -> group(new TokenCommand(), new TokenCommand.Create(environment)));
    all.put("revoke", () -> new CommandLine(new RevokeCommand(environment)));
    all.put("revoked", () -> new CommandLine(new RevokedCommand(environment)));
    all.put("audit", () -> new CommandLine(new AuditCommand(environment)));
    all.put("accounting", () -> new CommandLine(new AccountingCommand(environment)));
    all.put("limit", () -> new CommandLine(new LimitCommand(environment)));
    all.put(
        "priority",
        () ->
            // So that a negative number is not an option.
            new CommandLine(new PriorityCommand(environment))
                .setUnmatchedOptionsArePositionalParams(true));
    all.put(
        "checkpoint",
        () ->
            group(
                new CheckpointCommand(),
                new CheckpointCommand.ListFound(environment),
                new CheckpointCommand.Verify(environment),
                new CheckpointCommand.Export(environment),
                new CheckpointKeyCommand(environment)));
    all.put(
        "simulate",
        () ->
            group(
                new SimulateCommand(),
                new SimulateRunCommand(environment),
                new SimulateCommand.Chowdhury(environment),
                new SimulateWhatIfCommand(environment),
                new SimulateFaultsCommand(environment)));
    all.put(
        "bench",
        () -> new CommandLine(new BenchCommand()).setUnmatchedOptionsArePositionalParams(true));
    all.put(
        "generate", () -> group(new GenerateCommand(), new GenerateCommand.Manual(environment)));
    return all;
  }

  private static CommandLine group(Object name, Object... commands) {
    final CommandLine group = new CommandLine(name);
    for (final Object command : commands) {
      group.addSubcommand(command);
    }
    return group;
  }

  private static void settle(CommandLine lull, CommandEnvironment environment) {
    final StandardOptions standard = new StandardOptions();
    addStandard(lull, standard);
    lull.setOut(writer(environment.out()));
    lull.setErr(writer(environment.err()));
    lull.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(environment)));
    lull.setExpandAtFiles(false);
    lull.setUsageHelpWidth(Math.clamp(environment.screen().columns(), 60, USAGE_COLUMNS));
    lull.setParameterExceptionHandler((e, args) -> {
      environment.err().println(badUsage(e));
      return ExitCode.BAD_INPUT.number();
    });
    lull.setExecutionExceptionHandler((e, command, parsed) -> failed(e, environment));
  }

  private static void addStandard(CommandLine command, StandardOptions standard) {
    command.addMixin("standard", standard);
    command.getSubcommands().values().forEach(below -> addStandard(below, standard));
  }

  private static int failed(Exception e, CommandEnvironment environment) {
    if (e instanceof CommandFailure failure) {
      environment.err().println("lull: " + failure.line());
      return failure.code().number();
    }
    if (e instanceof ClientFailure failure) {
      environment.err().println("lull: " + failure.line());
      return ExitCode.of(failure).number();
    }
    environment.err().println("lull: internal error: " + e);
    e.printStackTrace(environment.err());
    return ExitCode.FAILED.number();
  }

  /** One line that names the error and the remedy. */
  private static String badUsage(ParameterException e) {
    final String command = e.getCommandLine().getCommandSpec().qualifiedName();
    final StringBuilder line = new StringBuilder(command).append(": ");
    if (e instanceof UnmatchedArgumentException unmatched) {
      line.append(unmatched(unmatched));
    } else if (e.getCommandLine().getCommand() instanceof Callable) {
      line.append(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    } else {
      line.append("expected one of ")
          .append(String.join(", ", e.getCommandLine().getSubcommands().keySet()));
    }
    return line.append(" (").append(command).append(" --help)").toString();
  }

  private static String unmatched(UnmatchedArgumentException e) {
    final String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
    final StringBuilder line = new StringBuilder();
    if (word.startsWith("-")) {
      line.append("unknown option '").append(word).append('\'');
    } else if (!e.getCommandLine().getSubcommands().isEmpty()) {
      line.append("unknown command '").append(word).append('\'');
    } else {
      line.append('\'').append(word).append("' is an unexpected argument");
    }
    if (!e.getSuggestions().isEmpty()) {
      line.append("; did you mean ")
          .append(String.join(" or ", e.getSuggestions().stream().limit(2).toList()))
          .append('?');
    }
    return line.toString();
  }

  private static Ansi ansi(CommandEnvironment environment) {
    return environment.screen().colours() ? Ansi.ON : Ansi.OFF;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }
}
