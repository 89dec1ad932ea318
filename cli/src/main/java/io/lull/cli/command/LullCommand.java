package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
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
  public static int run(Surroundings surroundings, Supplier<String> userName, String... arguments) {
    final CommandLine lull = new CommandLine(new LullCommand());
    lull.addSubcommand(new LoginCommand(surroundings, userName));
    lull.addSubcommand(new JobsCommand(surroundings));
    lull.addSubcommand(new JobCommand(surroundings));
    lull.addSubcommand(new LogsCommand(surroundings));
    lull.addSubcommand(new OutputsCommand(surroundings));
    lull.addSubcommand(new ChangeCommands.Cancel(surroundings));
    lull.addSubcommand(new ChangeCommands.Resize(surroundings));
    lull.addSubcommand(new ChangeCommands.Migrate(surroundings));
    lull.addSubcommand(new NodesCommand(surroundings));
    lull.addSubcommand(new NodeCommands.Show(surroundings));
    lull.addSubcommand(new NodeCommands.Drain(surroundings));
    lull.addSubcommand(new NodeCommands.Undrain(surroundings));
    final CommandLine token = new CommandLine(new TokenCommand());
    token.addSubcommand(new TokenCommand.Create(surroundings));
    lull.addSubcommand(token);
    settle(lull, surroundings);
    if (arguments.length == 0) {
      lull.usage(surroundings.out(), ansi(surroundings));
      return ExitCode.DONE.number();
    }
    return lull.execute(arguments);
  }

  private static void settle(CommandLine lull, Surroundings surroundings) {
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

  private static int failed(Exception e, Surroundings surroundings) {
    if (e instanceof CommandFailure failure) {
      surroundings.err().println("lull: " + failure.line());
      return failure.code().number();
    }
    surroundings.err().println("lull: this should not have happened: " + e);
    e.printStackTrace(surroundings.err());
    return ExitCode.FAILED.number();
  }

  /** One line that says what is wrong and how to mend it. */
  private static String badUsage(ParameterException e) {
    final String command = e.getCommandLine().getCommandSpec().qualifiedName();
    final String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    final StringBuilder line = new StringBuilder(command).append(": ").append(what);
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      line.append("; did you mean ")
          .append(String.join(" or ", unmatched.getSuggestions().stream().limit(2).toList()))
          .append('?');
    }
    return line.append(" (").append(command).append(" --help says more)").toString();
  }

  private static Ansi ansi(Surroundings surroundings) {
    return surroundings.screen().colours() ? Ansi.ON : Ansi.OFF;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }
}
