package io.lull.cli.command;

import io.lull.client.submit.JobDraft;
import io.lull.client.submit.SubmitOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for what a job runs, on a grid or on this computer. */
final class ProgramOptions {
  @Option(
      names = "--app",
      paramLabel = "NAME",
      description = "A bundled application; lull apps lists them.")
  private @Nullable String app;

  @Option(names = "--jar", paramLabel = "FILE", description = "Your own program, with --main.")
  private @Nullable String jar;

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "Its GridProgram, ForkJoinProgram or MessageProgram class; of a bag, its BagTask class.")
  private @Nullable String mainClass;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "The number of tasks, indices 0 to N-1.")
  private @Nullable String tasks;

  @Option(
      names = {"--param", "--env"},
      paramLabel = "K=V",
      description =
          "A parameter of the program, an environment variable of a command; may be repeated.")
  private List<String> parameters = List.of();

  @Option(names = "--input", paramLabel = "FILE", description = "An input file; may be repeated.")
  private List<String> inputs = List.of();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory limit per worker, such as 512M or 2G.")
  private @Nullable String memory;

  @Option(
      names = "--checked",
      description =
          "Check each access of a fork-join program against the clauses of its loop; slower.")
  private boolean checked;

  @Option(
      names = "--no-adapt",
      description =
          "Let workers keep their shares of the data, and their machines, however fast these are.")
  private boolean noAdapt;

  /** The option that names a program; empty: none was given. */
  Optional<String> named() {
    return app != null
        ? Optional.of("--app")
        : jar != null ? Optional.of("--jar") : Optional.empty();
  }

  /**
   * A job of this program.
   *
   * @param words of other options; those of these are added
   */
  JobDraft draft(CommandEnvironment environment, Map<SubmitOption, String> words) {
    put(words, SubmitOption.APP, app);
    put(words, SubmitOption.JAR, absolute(environment, SubmitOption.JAR, jar));
    put(words, SubmitOption.MAIN, mainClass);
    put(words, SubmitOption.TASKS, tasks);
    put(words, SubmitOption.MEMORY, memory);
    put(words, SubmitOption.CHECKED, checked ? "true" : null);
    put(words, SubmitOption.NO_ADAPT, noAdapt ? "true" : null);
    return new JobDraft(
        words,
        Arguments.parameters(parameters),
        inputs.stream().map(file -> Arguments.path(environment, "--input", file)).toList());
  }

  /** Adds a word that was given. */
  static void put(Map<SubmitOption, String> words, SubmitOption word, @Nullable String text) {
    if (text != null) {
      words.put(word, text);
    }
  }

  /** A path from where the command runs. */
  static @Nullable String absolute(
      CommandEnvironment environment, SubmitOption word, @Nullable String path) {
    return path == null ? null : Arguments.path(environment, word.option(), path).toString();
  }
}
