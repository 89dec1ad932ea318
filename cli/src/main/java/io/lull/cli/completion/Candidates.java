package io.lull.cli.completion;

import io.lull.apps.BundledApp;
import io.lull.apps.BundledApps;
import io.lull.protocol.model.JobState;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Finds what can stand next.
 *
 * @param root the command line's
 * @param grid names that only a coordinator knows
 */
public record Candidates(CommandLine root, Names grid) {
  private static final String END_OF_OPTIONS = "--";

  /** Asked only when they are needed. */
  public interface Names {
    Stream<String> jobs();

    Stream<String> nodes();
  }

  /**
   * @param words after the program's name; the last one is being typed, and may be empty
   * @return all that begins with the last word, sorted; empty: nothing is known, or a file
   */
  public List<String> of(List<String> words) {
    final String typed = words.isEmpty() ? "" : words.getLast();
    CommandLine command = root;
    @Nullable OptionSpec awaiting = null;
    int positionals = 0;
    for (final String word : words.subList(0, Math.max(0, words.size() - 1))) {
      final CommandLine sub = command.getSubcommands().get(word);
      if (awaiting != null) {
        awaiting = null;
      } else if (word.startsWith("-") && !word.equals(END_OF_OPTIONS)) {
        awaiting = takesValue(command.getCommandSpec(), word);
      } else if (sub != null && positionals == 0) {
        command = sub;
      } else {
        positionals++;
      }
    }
    return possible(command, awaiting, positionals, typed)
        .filter(word -> word.startsWith(typed))
        .distinct()
        .sorted()
        .toList();
  }

  private static @Nullable OptionSpec takesValue(CommandSpec command, String word) {
    final @Nullable OptionSpec option = command.findOption(word);
    return option != null && option.arity().max() > 0 ? option : null;
  }

  private Stream<String> possible(
      CommandLine command, @Nullable OptionSpec awaiting, int positionals, String typed) {
    if (awaiting != null) {
      return values(awaiting);
    }
    final CommandSpec spec = command.getCommandSpec();
    if (typed.startsWith("-")) {
      return spec.options().stream()
          .filter(option -> !option.hidden())
          .map(OptionSpec::longestName);
    }
    final Stream<String> commands =
        positionals > 0
            ? Stream.empty()
            : command.getSubcommands().entrySet().stream()
                .filter(sub -> !sub.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey);
    return Stream.concat(
        commands,
        spec.positionalParameters().stream()
            .filter(parameter -> parameter.index().contains(positionals))
            .findFirst()
            .map(this::named)
            .orElse(Stream.empty()));
  }

  private Stream<String> values(OptionSpec option) {
    return switch (option.longestName()) {
      case "--app" -> BundledApps.all().stream().map(BundledApp::name);
      case "--state" -> Arrays.stream(JobState.values()).map(JobState::wire);
      case "--job", "--after" -> grid.jobs();
      case "--model" -> Stream.of("bag", "grid");
      default -> alternatives(option.paramLabel());
    };
  }

  private Stream<String> named(PositionalParamSpec parameter) {
    return switch (parameter.paramLabel()) {
      case "ID", "JOB" -> grid.jobs();
      case "NODE", "FROM", "TO" -> grid.nodes();
      case "JOB|NODE" -> Stream.concat(grid.jobs(), grid.nodes());
      case "ROLE" -> Stream.of("admin", "node", "user");
      default -> alternatives(parameter.paramLabel());
    };
  }

  /** {@code auto|off|DURATION} has two words that can be typed. */
  private static Stream<String> alternatives(String label) {
    return Arrays.stream(label.split("\\|"))
        .filter(word -> word.matches("[a-z]+") && word.equals(word.toLowerCase(Locale.ROOT)));
  }
}
