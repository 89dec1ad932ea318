package io.lull.simulator.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** The last orders and events of a simulated job, for a failure's message. */
final class TalkLog {
  private static final int LINES = 200;

  private final Deque<Line> lines = new ArrayDeque<>();

  /** Kept as it is: most lines are never looked at. */
  private record Line(long at, String direction, Object what) {
    @Override
    public String toString() {
      return at + direction + what;
    }
  }

  void note(long at, String direction, Object what) {
    lines.add(new Line(at, direction, what));
    if (lines.size() > LINES) {
      lines.remove();
    }
  }

  String text() {
    return lines.stream()
        .map(line -> line.toString().replaceAll("\\s+", " "))
        .collect(Collectors.joining("\n"));
  }
}
