package io.lull.cli.demo;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How many lines the terminal has, as {@code stty} says. */
final class TerminalHeight {
  private static final int USUAL = 24;
  private static final long LIMIT_SECONDS = 2;

  private TerminalHeight() {}

  static int lines() {
    final File terminal = new File("/dev/tty");
    if (!terminal.exists()) {
      return USUAL;
    }
    try {
      final Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(terminal)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return USUAL;
      }
      final String said =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      final int lines = Integer.parseInt(said.strip().split(" ", -1)[0]);
      return lines > 0 ? lines : USUAL;
    } catch (IOException | NumberFormatException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }
}
