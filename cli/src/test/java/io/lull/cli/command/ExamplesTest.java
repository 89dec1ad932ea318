package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lull.cli.command.Examples.Example;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** Each command has an example that its parser accepts, in its help and the manual page. */
class ExamplesTest {
  @TempDir private Path folder;
  private CommandLine root = new CommandLine(CommandSpec.create());

  @BeforeEach
  void build() {
    root = new Terminal(null, folder).tree();
  }

  /** The commands that do something and are shown, by their whole names. */
  private static List<String> leaves(CommandLine command) {
    final List<String> leaves = new ArrayList<>();
    for (final CommandLine below : command.getSubcommands().values()) {
      if (!below.getCommandSpec().usageMessage().hidden()) {
        if (below.getCommand() instanceof Callable) {
          leaves.add(name(below));
        }
        leaves.addAll(leaves(below));
      }
    }
    return leaves;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  @Test
  void everyCommandHasOne() {
    assertThat(Examples.all().stream().map(example -> name(Examples.of(root, example))).distinct())
        .containsExactlyInAnyOrderElementsOf(leaves(root))
        .hasSizeGreaterThan(40);
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
    final CommandLine submit = Objects.requireNonNull(root.getSubcommands().get("submit"));
    assertThat(submit.setUsageHelpWidth(100).getUsageMessage(Ansi.OFF))
        .contains("Examples:", "  lull submit --command 'convert {} -resize 50% small.png'");
    final Terminal terminal = new Terminal(null, folder).type("generate manual");
    assertThat(terminal.out())
        .contains("lull accounting \\-\\-since 2026\\-01 \\-\\-csv")
        .contains("node\\-hours of each user and month, for a spreadsheet");
  }
}
