package io.lull.simulator.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a trace's file tells about a machine.
 *
 * @param intervals none: the machine belongs to the trace, and was never there
 */
record RecordedMachine(String machine, List<RecordedInterval> intervals) {
  private static final int NAME_AND_COUNT = 2;

  RecordedMachine {
    intervals = List.copyOf(intervals);
  }

  /**
   * @return null for a line of a form that is none of a trace
   */
  static @Nullable RecordedMachine of(int number, String line) {
    final @Nullable RecordedInterval single = RecordedInterval.of(number, line);
    return single == null
        ? ofSessions(number, line.split("\\s+"))
        : new RecordedMachine(single.machine(), List.of(single));
  }

  /**
   * Of a line of an AVT file (B. Godfrey, <i>Repository of Availability Traces</i>): a machine, how
   * often it was there, and from when until when each time.
   */
  private static @Nullable RecordedMachine ofSessions(int number, String[] words) {
    if (words.length < NAME_AND_COUNT
        || words[0].isEmpty()
        || !words[1].matches("\\d{1,7}")
        || words.length != NAME_AND_COUNT + 2 * Integer.parseInt(words[1])) {
      return null;
    }
    final List<RecordedInterval> sessions = new ArrayList<>();
    for (int at = NAME_AND_COUNT; at < words.length; at += 2) {
      final @Nullable RecordedInterval session =
          RecordedInterval.session(number, words[0], words[at], words[at + 1]);
      if (session == null) {
        return null;
      }
      sessions.add(session);
    }
    return new RecordedMachine(words[0], sessions);
  }
}
