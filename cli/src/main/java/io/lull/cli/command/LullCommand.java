package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.client.ClientFailure;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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

  private LullCommand() {}

  /**
   * @param userName of the person at the keyboard, read only if needed
   * @return the exit code
   */
  public static int run(
      CommandEnvironment environment, Supplier<String> userName, String... arguments) {
    final CommandLine lull = tree(environment, userName);
    settle(lull, environment);
    if (arguments.length == 0) {
      lull.usage(environment.out(), ansi(environment));
      return ExitCode.DONE.number();
    }
    return lull.execute(arguments);
  }

  /** All commands, with their examples. */
  static CommandLine tree(CommandEnvironment environment, Supplier<String> userName) {
    final CommandLine lull = new CommandLine(new LullCommand());
    lull.addSubcommand(new DemoCommand(environment));
    lull.addSubcommand(new AppsCommand(environment));
    lull.addSubcommand(new SubmitCommand(environment));
    lull.addSubcommand(new JobsCommand(environment));
    lull.addSubcommand(new JobCommand(environment));
    lull.addSubcommand(new WaitCommand(environment));
    lull.addSubcommand(new LogsCommand(environment));
    lull.addSubcommand(new OutputsCommand(environment));
    lull.addSubcommand(new NewCommand(environment));
    lull.addSubcommand(new RunCommand(environment));
    lull.addSubcommand(new ShellCommand(environment));
    lull.addSubcommand(new CompleteCommand(environment));
    lull.addSubcommand(new CancelCommand(environment));
    lull.addSubcommand(new JobControlCommands.Hold(environment));
    lull.addSubcommand(new JobControlCommands.Release(environment));
    lull.addSubcommand(new JobControlCommands.Change(environment));
    lull.addSubcommand(new JobControlCommands.Resubmit(environment));
    lull.addSubcommand(new ChangeCommands.Resize(environment));
    lull.addSubcommand(new ChangeCommands.Migrate(environment));
    lull.addSubcommand(new ChangeCommands.Rebalance(environment));
    lull.addSubcommand(new NodesCommand(environment));
    lull.addSubcommand(new NodeCommands.Show(environment));
    lull.addSubcommand(new NodeCommands.Drain(environment));
    lull.addSubcommand(new NodeCommands.Undrain(environment));
    lull.addSubcommand(new ExplainCommand(environment));
    lull.addSubcommand(new TopCommand(environment));
    lull.addSubcommand(new AvailabilityCommand(environment));
    lull.addSubcommand(new WebCommand(environment));
    lull.addSubcommand(
        group(
            new OwnerCommand(),
            new OwnerCommand.Status(environment),
            new OwnerCommand.Pause(environment),
            new OwnerCommand.Resume(environment),
            new OwnerCommand.Snooze(environment),
            new OwnerCommand.Set(environment),
            new OwnerCommand.Get(environment)));
    lull.addSubcommand(new DoctorCommand(environment));
    lull.addSubcommand(new TrayCommand(environment));
    lull.addSubcommand(new LoginCommand(environment, userName));
    lull.addSubcommand(new AgentCommand(environment));
    lull.addSubcommand(new SessionWatchCommand(environment));
    lull.addSubcommand(group(new CoordinatorCommand(environment), new BackupCommand(environment)));
    lull.addSubcommand(group(new TokenCommand(), new TokenCommand.Create(environment)));
    lull.addSubcommand(new RevokeCommand(environment));
    lull.addSubcommand(new RevokedCommand(environment));
    lull.addSubcommand(new AuditCommand(environment));
    lull.addSubcommand(new AccountingCommand(environment));
    lull.addSubcommand(new LimitCommand(environment));
    lull.addSubcommand(
        // So that a negative number is not an option.
        new CommandLine(new PriorityCommand(environment))
            .setUnmatchedOptionsArePositionalParams(true));
    lull.addSubcommand(
        group(
            new CheckpointCommand(),
            new CheckpointCommand.ListFound(environment),
            new CheckpointCommand.Verify(environment),
            new CheckpointCommand.Export(environment),
            new CheckpointKeyCommand(environment)));
    lull.addSubcommand(
        new CommandLine(new BenchCommand()).setUnmatchedOptionsArePositionalParams(true));
    lull.addSubcommand(group(new GenerateCommand(), new GenerateCommand.Manual(environment)));
    Examples.attach(lull);
    return lull;
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
