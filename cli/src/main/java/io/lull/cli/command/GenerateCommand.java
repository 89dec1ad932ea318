package io.lull.cli.command;

import io.lull.cli.text.ManualPage;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "generate",
    hidden = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Generate shell completion and the manual page, for packages.")
final class GenerateCommand {
  private static final String NAME = "lull";

  @Command(name = "completion", description = "Print the completion script for bash and zsh.")
  static final class Completion implements Callable<Integer> {
    private final CommandEnvironment surroundings;
    @Spec private CommandSpec spec = CommandSpec.create();

    Completion(CommandEnvironment surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      surroundings.out().print(AutoComplete.bash(NAME, spec.root().commandLine()));
      return 0;
    }
  }

  @Command(name = "manual", description = "Print the manual page.")
  static final class Manual implements Callable<Integer> {
    private final CommandEnvironment surroundings;
    @Spec private CommandSpec spec = CommandSpec.create();

    Manual(CommandEnvironment surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      final CommandLine root = spec.root().commandLine();
      final ManualPage page = new ManualPage(NAME, StandardOptions.number());
      page.section("name", NAME + " - run parallel jobs in the lulls of an office's workstations");
      page.verbatim("synopsis and commands", root.getUsageMessage(Ansi.OFF));
      add(page, root, NAME);
      surroundings.out().print(page.text());
      return 0;
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
