package io.lull.cli.demo;

import io.lull.cli.local.EventLines;
import io.lull.cli.local.GridReporter;
import io.lull.cli.local.GridSnapshot;
import io.lull.cli.text.Screen;
import io.lull.protocol.time.Clock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A page on the terminal, drawn again in its place several times a second. */
final class LiveReporter implements GridReporter {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  /** Terminals that support it show the frame only when it is complete; others ignore it. */
  private static final String BEGIN_FRAME = "\u001b[?2026h";

  private static final String END_FRAME = "\u001b[?2026l";

  /** More would never be visible. */
  private static final int MOST_REMARKS = 50;

  private final PrintStream out;
  private final DemoPage page;
  private final Clock clock;
  private final long begin;
  private final EventLines chronicle = new EventLines();
  private final Deque<DemoPage.Remark> remarks = new ArrayDeque<>();
  private GridSnapshot latest = GridSnapshot.NOTHING;
  private int drawnLines;
  private boolean closed;

  LiveReporter(PrintStream out, String title, Screen screen, int rows, Clock clock) {
    this.out = out;
    this.page = new DemoPage(title, screen, rows);
    this.clock = clock;
    this.begin = clock.nanos();
  }

  @Override
  public synchronized void say(String line) {
    if (closed) {
      out.println("  " + line);
      out.flush();
      return;
    }
    remark(line, true);
    draw();
  }

  @Override
  public synchronized void show(GridSnapshot sight) {
    if (closed) {
      return;
    }
    latest = sight;
    chronicle.changes(sight).forEach(line -> remark(line, false));
    draw();
  }

  private void remark(String line, boolean deed) {
    remarks.addLast(new DemoPage.Remark(elapsed(), line, deed));
    if (remarks.size() > MOST_REMARKS) {
      remarks.removeFirst();
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(clock.nanos() - begin);
  }

  private void draw() {
    final List<String> lines = page.lines(latest, new ArrayList<>(remarks), elapsed());
    final StringBuilder frame = new StringBuilder(BEGIN_FRAME).append(HIDE_CURSOR);
    if (drawnLines > 0) {
      frame.append("\u001b[").append(drawnLines).append('A');
    }
    for (final String line : lines) {
      frame.append('\r').append(line).append("\u001b[K\n");
    }
    drawnLines = lines.size();
    out.print(frame.append(END_FRAME));
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }
}
