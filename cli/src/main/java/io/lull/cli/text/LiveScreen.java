package io.lull.cli.text;

import java.io.PrintStream;
import java.util.List;

/**
 * An alternate screen of the terminal, redrawn in place. Closing it restores what the terminal
 * showed before. Safe for several threads: an interrupt may close it during a draw.
 */
public final class LiveScreen implements AutoCloseable {
  private static final String OPEN = "\u001b[?1049h\u001b[?25l";
  private static final String CLOSE = "\u001b[?25h\u001b[?1049l";

  /** Terminals that support it show the frame only when it is complete; others ignore it. */
  private static final String BEGIN_FRAME = "\u001b[?2026h";

  private static final String END_FRAME = "\u001b[?2026l";
  private static final String FIRST_PLACE = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintStream out;
  private boolean closed;

  public LiveScreen(PrintStream out) {
    this.out = out;
    out.print(OPEN);
    out.flush();
  }

  /**
   * @param lines that fit onto the screen
   */
  public synchronized void draw(List<String> lines) {
    if (closed) {
      return;
    }
    final StringBuilder frame = new StringBuilder(BEGIN_FRAME).append(FIRST_PLACE);
    for (int i = 0; i < lines.size(); i++) {
      // A line end after the last line would scroll the screen.
      frame.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append(CLEAR_LINE);
    }
    out.print(frame.append(CLEAR_BELOW).append(END_FRAME));
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      out.print(CLOSE);
      out.flush();
    }
  }
}
