package io.lull.cli.command;

import io.lull.cli.text.ManualPage;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "generate",
    hidden = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Generate the manual page, for packages.")
final class GenerateCommand {
  private static final String NAME = "lull";

  /** Prints a text that is generated from all commands. */
  abstract static class Generated implements Callable<Integer> {
    private final CommandEnvironment environment;
    @Spec private CommandSpec spec = CommandSpec.create();

    Generated(CommandEnvironment environment) {
      this.environment = environment;
    }

    abstract String text(CommandLine root);

    @Override
    public Integer call() {
      environment.out().print(text(spec.root().commandLine()));
      return 0;
    }
  }

  @Command(name = "manual", description = "Print the manual page.")
  static final class Manual extends Generated {
    Manual(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    String text(CommandLine root) {
      final ManualPage page = new ManualPage(NAME, StandardOptions.number());
      page.section("name", NAME + " - run parallel jobs in the lulls of an office's workstations");
      page.verbatim("synopsis and commands", root.getUsageMessage(Ansi.OFF));
      add(page, root, NAME);
      return page.text();
    }

    private static void add(ManualPage page, CommandLine parent, String words) {
      for (final Map.Entry<String, CommandLine> entry : parent.getSubcommands().entrySet()) {
        final CommandLine command = entry.getValue();
        if (command.getCommandSpec().usageMessage().hidden()) {
          continue;
        }
        final String name = words + " " + entry.getKey();
        page.verbatim(name, command.getUsageMessage(Ansi.OFF));
        add(page, command, name);
      }
    }
  }
}
