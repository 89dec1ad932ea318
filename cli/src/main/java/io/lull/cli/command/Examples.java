package io.lull.cli.command;

import io.lull.client.submit.CommandLineParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Examples of each command, for its help and the manual page; they are in {@code examples.txt}. */
final class Examples {
  private static final String RESOURCE = "examples.txt";
  private static final String HEADING = "Examples:";
  private static final String INDENT = "  ";

  private Examples() {}

  /**
   * @param line as it is typed, the program's name first
   * @param purpose what it does
   */
  record Example(String line, String purpose) {
    /** The words after the program's name. */
    List<String> words() {
      final List<String> all = CommandLineParser.split(line);
      return all.subList(1, all.size());
    }
  }

  static List<Example> all() {
    try (InputStream in =
        Objects.requireNonNull(Examples.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      final List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      final List<Example> examples = new ArrayList<>();
      for (int i = 0; i + 1 < lines.size(); i += 2) {
        examples.add(new Example(lines.get(i), lines.get(i + 1).strip()));
      }
      return examples;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the examples of each command that the tree has below what its help says. */
  static void attach(CommandLine root) {
    for (final Example example : all()) {
      if (!root.getSubcommands().containsKey(example.words().getFirst())) {
        continue;
      }
      final UsageMessageSpec help = of(root, example).getCommandSpec().usageMessage();
      final List<String> footer = new ArrayList<>(List.of(help.footer()));
      if (!footer.contains(HEADING)) {
        footer.addAll(List.of("", HEADING));
      }
      // A footer is a format.
      footer.add(INDENT + example.line().replace("%", "%%"));
      footer.add(INDENT + INDENT + example.purpose().replace("%", "%%"));
      help.footer(footer.toArray(String[]::new));
    }
  }

  /** The command that an example is of. */
  static CommandLine of(CommandLine root, Example example) {
    CommandLine command = root;
    for (final String word : example.words()) {
      final CommandLine below = command.getSubcommands().get(word);
      if (below == null) {
        return command;
      }
      command = below;
    }
    return command;
  }
}
