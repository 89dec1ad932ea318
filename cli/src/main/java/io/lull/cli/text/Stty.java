package io.lull.cli.text;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program that queries and changes the terminal of this process, whatever its streams are. */
final class Stty {
  static final File TERMINAL = new File("/dev/tty");

  private static final long LIMIT_SECONDS = 2;

  private Stty() {}

  /** Its output; empty if there is no terminal, or it cannot be queried. */
  static Optional<String> run(String... arguments) {
    if (!TERMINAL.exists()) {
      return Optional.empty();
    }
    final List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    try {
      final Process stty =
          new ProcessBuilder(command)
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return Optional.empty();
      }
      return stty.exitValue() == 0
          ? Optional.of(
              new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
