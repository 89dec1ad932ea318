package io.lull.testkit.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Short commands of the system, run to their end. */
public final class Tools {
  private Tools() {}

  /** The first of the programs that is not on the PATH, as a reason to skip a test. */
  public static Optional<String> missing(String... programs) {
    return Arrays.stream(programs)
        .filter(program -> !onPath(program))
        .findFirst()
        .map(program -> program + " is not installed");
  }

  /** What it printed; fails with all of it when it does not end well within the deadline. */
  public static String run(Duration deadline, List<String> command) {
    return run(deadline, Map.of(), command);
  }

  public static String run(
      Duration deadline, Map<String, String> environment, List<String> command) {
    try {
      final Path output = Files.createTempFile("lull-tool", ".txt");
      try {
        final ProcessBuilder builder =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        final boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
          process.destroyForcibly().waitFor();
        }
        final String text = Files.readString(output, StandardCharsets.UTF_8);
        if (!ended || process.exitValue() != 0) {
          throw new AssertionError(
              String.join(" ", command)
                  + (ended ? " ended with " + process.exitValue() : " did not end in " + deadline)
                  + ":\n"
                  + text);
        }
        return text;
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new AssertionError(String.join(" ", command) + " could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while running " + String.join(" ", command), e);
    }
  }

  private static boolean onPath(String program) {
    final String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin";
    return Arrays.stream(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
