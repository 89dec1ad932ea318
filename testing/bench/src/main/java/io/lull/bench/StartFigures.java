package io.lull.bench;

import io.lull.protocol.time.SystemClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How long a person waits for the command, beside the same Java machine saying its version, turn by
 * turn.
 */
public final class StartFigures {
  private static final int ROUNDS = 15;
  private static final long DEADLINE_SECONDS = 60;

  private StartFigures() {}

  /**
   * @param launcher the {@code lull} to be measured, built before
   */
  public static void print(Path launcher) throws IOException, InterruptedException {
    final List<String> version =
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version");
    System.out.println("| command | time | java -version | ratio of the medians |");
    System.out.println("| --- | --- | --- | --- |");
    for (final String command : List.of("--help", "apps", "submit --help")) {
      final double[] ours = new double[ROUNDS];
      final double[] limit = new double[ROUNDS];
      for (int round = -1; round < ROUNDS; round++) {
        final double lull =
            seconds(
                java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(launcher.toString()),
                        java.util.Arrays.stream(command.split(" ")))
                    .toList());
        final double java = seconds(version);
        if (round >= 0) {
          ours[round] = lull * 1e3;
          limit[round] = java * 1e3;
        }
      }
      System.out.printf(
          Locale.ROOT,
          "| `lull %s` | %s | %s | %.1f |%n",
          command,
          Sample.of(ours).in("ms"),
          Sample.of(limit).in("ms"),
          Sample.of(ours).median() / Sample.of(limit).median());
    }
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
