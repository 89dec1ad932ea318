package io.lull.cli.text;

import io.lull.protocol.time.Clock;
import java.io.PrintStream;
import java.time.Duration;

/** A progress line: redrawn on a terminal; elsewhere a new line at intervals. */
public final class Progress implements AutoCloseable {
  private static final Duration REDRAWN_AFTER = Duration.ofMillis(100);
  private static final Duration REPEATED_AFTER = Duration.ofSeconds(10);

  private final PrintStream out;
  private final Screen screen;
  private final Clock clock;
  private String shown = "";
  private long shownAt;

  public Progress(PrintStream out, Screen screen, Clock clock) {
    this.out = out;
    this.screen = screen;
    this.clock = clock;
    this.shownAt = clock.nanos() - REPEATED_AFTER.toNanos();
  }

  public void show(String line) {
    final Duration pause = screen.terminal() ? REDRAWN_AFTER : REPEATED_AFTER;
    if (line.equals(shown) || clock.nanos() - shownAt < pause.toNanos()) {
      return;
    }
    shownAt = clock.nanos();
    if (screen.terminal()) {
      final int width = Math.min(line.length(), screen.columns() - 1);
      out.print("\r\u001b[2K" + line.substring(0, width));
      out.flush();
    } else {
      out.println(line);
    }
    shown = line;
  }

  /** A permanent line, above the progress line. */
  public void say(String line) {
    close();
    out.println(line);
    if (screen.terminal()) {
      shownAt = clock.nanos() - REPEATED_AFTER.toNanos();
    }
  }

  @Override
  public void close() {
    if (screen.terminal() && !shown.isEmpty()) {
      out.print("\r\u001b[2K");
      out.flush();
    }
    shown = "";
  }
}
