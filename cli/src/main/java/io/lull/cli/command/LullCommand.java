package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.client.ClientFailure;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tree of commands, and what happens when one of them cannot be carried out. */
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
   * @param userName of the person at the keyboard, asked only when needed
   * @return the exit code
   */
  public static int run(
      CommandEnvironment surroundings, Supplier<String> userName, String... arguments) {
    final CommandLine lull = new CommandLine(new LullCommand());
    lull.addSubcommand(new DemoCommand(surroundings));
    lull.addSubcommand(new AppsCommand(surroundings));
    lull.addSubcommand(new SubmitCommand(surroundings));
    lull.addSubcommand(new JobsCommand(surroundings));
    lull.addSubcommand(new JobCommand(surroundings));
    lull.addSubcommand(new WaitCommand(surroundings));
    lull.addSubcommand(new LogsCommand(surroundings));
    lull.addSubcommand(new OutputsCommand(surroundings));
    lull.addSubcommand(new ChangeCommands.Cancel(surroundings));
    lull.addSubcommand(new ChangeCommands.Resize(surroundings));
    lull.addSubcommand(new ChangeCommands.Migrate(surroundings));
    lull.addSubcommand(new NodesCommand(surroundings));
    lull.addSubcommand(new NodeCommands.Show(surroundings));
    lull.addSubcommand(new NodeCommands.Drain(surroundings));
    lull.addSubcommand(new NodeCommands.Undrain(surroundings));
    lull.addSubcommand(new ExplainCommand(surroundings));
    lull.addSubcommand(new TopCommand(surroundings));
    lull.addSubcommand(new AvailabilityCommand(surroundings));
    lull.addSubcommand(new WebCommand(surroundings));
    lull.addSubcommand(
        group(
            new OwnerCommand(),
            new OwnerCommand.Status(surroundings),
            new OwnerCommand.Pause(surroundings),
            new OwnerCommand.Resume(surroundings),
            new OwnerCommand.Snooze(surroundings),
            new OwnerCommand.Set(surroundings),
            new OwnerCommand.Get(surroundings)));
    lull.addSubcommand(new TrayCommand(surroundings));
    lull.addSubcommand(new LoginCommand(surroundings, userName));
    lull.addSubcommand(new AgentCommand(surroundings));
    lull.addSubcommand(new SessionWatchCommand(surroundings));
    lull.addSubcommand(new CoordinatorCommand(surroundings));
    lull.addSubcommand(group(new TokenCommand(), new TokenCommand.Create(surroundings)));
    lull.addSubcommand(new RevokeCommand(surroundings));
    lull.addSubcommand(new RevokedCommand(surroundings));
    lull.addSubcommand(new AuditCommand(surroundings));
    lull.addSubcommand(
        // So that a number below zero is no option.
        new CommandLine(new PriorityCommand(surroundings))
            .setUnmatchedOptionsArePositionalParams(true));
    lull.addSubcommand(
        group(
            new CheckpointCommand(),
            new CheckpointCommand.ListFound(surroundings),
            new CheckpointCommand.Verify(surroundings),
            new CheckpointCommand.Export(surroundings)));
    lull.addSubcommand(
        new CommandLine(new BenchCommand()).setUnmatchedOptionsArePositionalParams(true));
    lull.addSubcommand(
        group(
            new GenerateCommand(),
            new GenerateCommand.Completion(surroundings),
            new GenerateCommand.Manual(surroundings)));
    settle(lull, surroundings);
    if (arguments.length == 0) {
      lull.usage(surroundings.out(), ansi(surroundings));
      return ExitCode.DONE.number();
    }
    return lull.execute(arguments);
  }

  private static CommandLine group(Object name, Object... commands) {
    final CommandLine group = new CommandLine(name);
    for (final Object command : commands) {
      group.addSubcommand(command);
    }
    return group;
  }

  private static void settle(CommandLine lull, CommandEnvironment surroundings) {
    final StandardOptions standard = new StandardOptions();
    addStandard(lull, standard);
    lull.setOut(writer(surroundings.out()));
    lull.setErr(writer(surroundings.err()));
    lull.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(surroundings)));
    lull.setExpandAtFiles(false);
    lull.setUsageHelpWidth(Math.clamp(surroundings.screen().columns(), 60, USAGE_COLUMNS));
    lull.setParameterExceptionHandler((e, args) -> {
      surroundings.err().println(badUsage(e));
      return ExitCode.BAD_INPUT.number();
    });
    lull.setExecutionExceptionHandler((e, command, parsed) -> failed(e, surroundings));
  }

  private static void addStandard(CommandLine command, StandardOptions standard) {
    command.addMixin("standard", standard);
    command.getSubcommands().values().forEach(below -> addStandard(below, standard));
  }

  private static int failed(Exception e, CommandEnvironment surroundings) {
    if (e instanceof CommandFailure failure) {
      surroundings.err().println("lull: " + failure.line());
      return failure.code().number();
    }
    if (e instanceof ClientFailure failure) {
      surroundings.err().println("lull: " + failure.line());
      return ExitCode.of(failure).number();
    }
    surroundings.err().println("lull: internal error: " + e);
    e.printStackTrace(surroundings.err());
    return ExitCode.FAILED.number();
  }

  /** One line that says what is wrong and how to mend it. */
  private static String badUsage(ParameterException e) {
    final String command = e.getCommandLine().getCommandSpec().qualifiedName();
    final StringBuilder line = new StringBuilder(command).append(": ");
    if (e instanceof UnmatchedArgumentException unmatched) {
      line.append(unmatched(unmatched));
    } else if (e.getCommandLine().getSubcommands().isEmpty()) {
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

  private static Ansi ansi(CommandEnvironment surroundings) {
    return surroundings.screen().colours() ? Ansi.ON : Ansi.OFF;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }
}
