package io.lull.bench;

import io.lull.protocol.time.SystemClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How long a person waits for the command, beside the same Java machine saying its version, turn by
 * turn.
 */
public final class StartFigures {
  public static final String USAGE =
      """
      lull bench start [--rounds K] [--json FILE]
        --rounds K  so often each command is started; one time more does not count (default 15)\
      """;

  private static final int MOST_ROUNDS = 1000;
  private static final long DEADLINE_SECONDS = 60;

  private final Path launcher;
  private final int rounds;
  private final FigureDocument document;

  private StartFigures(OptionPairs options, Path launcher) {
    this.launcher = launcher;
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 15);
    document = options.document();
  }

  /**
   * @param launcher the {@code lull} to be measured, built before
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static StartFigures of(List<String> words, Path launcher) {
    return new StartFigures(
        OptionPairs.read(words, OptionPairs.ROUNDS, OptionPairs.JSON), launcher);
  }

  /** Measures and prints. */
  public void print() throws IOException, InterruptedException {
    final List<String> version =
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version");
    System.out.println("| command | time | java -version | ratio of the medians |");
    System.out.println("| --- | --- | --- | --- |");
    for (final String command : List.of("--help", "apps", "submit --help")) {
      final List<String> words = new ArrayList<>(List.of(launcher.toString()));
      words.addAll(List.of(command.split(" ")));
      final double[] ours = new double[rounds];
      final double[] limit = new double[rounds];
      for (int round = -1; round < rounds; round++) {
        final double lull = seconds(words);
        final double java = seconds(version);
        if (round >= 0) {
          ours[round] = lull * 1e3;
          limit[round] = java * 1e3;
        }
      }
      row(command, Sample.of(ours), Sample.of(limit));
    }
    document.write();
  }

  private void row(String command, Sample ours, Sample limit) {
    final double ratio = ours.median() / limit.median();
    System.out.printf(
        Locale.ROOT,
        "| `lull %s` | %s | %s | %.1f |%n",
        command,
        ours.in("ms"),
        limit.in("ms"),
        ratio);
    document
        .row()
        .put("command", "lull " + command)
        .put("ms", ours.median())
        .put("javaMs", limit.median())
        .put("ratio", ratio);
  }

  private static double seconds(List<String> command) throws IOException, InterruptedException {
    final long begin = SystemClock.INSTANCE.nanos();
    final Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", command) + " did not end well");
    }
    return (SystemClock.INSTANCE.nanos() - begin) / 1e9;
  }
}
