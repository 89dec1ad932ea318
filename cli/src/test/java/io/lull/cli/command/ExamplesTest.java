package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lull.cli.command.Examples.Example;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Each command has an example that its parser accepts, in its help and the manual page. */
class ExamplesTest {
  @TempDir private Path folder;
  private CommandLine root = new CommandLine(new Object());

  @BeforeEach
  void build() {
    root = new Terminal(null, folder).tree();
  }

  private static List<CommandLine> leaves(CommandLine command) {
    final List<CommandLine> leaves = new ArrayList<>();
    for (final CommandLine below : command.getSubcommands().values()) {
      if (!below.getCommandSpec().usageMessage().hidden()) {
        leaves.addAll(below.getSubcommands().isEmpty() ? List.of(below) : leaves(below));
      }
    }
    return leaves;
  }

  @Test
  void everyCommandHasOne() {
    final List<CommandLine> shown =
        Examples.all().stream().map(example -> Examples.of(root, example)).distinct().toList();
    assertThat(leaves(root)).hasSizeGreaterThan(40).isSubsetOf(shown);
    assertThat(shown).isSubsetOf(leaves(root));
  }

  @Test
  void everyOneIsAccepted() {
    for (final Example example : Examples.all()) {
      assertThat(example.line()).startsWith("lull ").hasSizeLessThan(90);
      assertThat(example.purpose()).isNotBlank().doesNotStartWith("lull ");
      assertThatCode(() -> root.parseArgs(example.words().toArray(String[]::new)))
          .as(example.line())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void theyAreInTheHelpAsTheyAreTyped() {
    final CommandLine submit = root.getSubcommands().get("submit");
    assertThat(submit.setUsageHelpWidth(100).getUsageMessage(Ansi.OFF))
        .contains("Examples:", "  lull submit --command 'convert {} -resize 50% small.png'");
    final Terminal terminal = new Terminal(null, folder).type("generate manual");
    assertThat(terminal.out())
        .contains("lull accounting \\-\\-since 2026\\-01 \\-\\-csv")
        .contains("node\\-hours of each user and month, for a spreadsheet");
  }
}
