package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a trace's file tells of a machine for some time.
 *
 * @param toMillis {@link #OPEN}: until the trace ends
 */
record RecordedInterval(
    int line, String machine, long fromMillis, long toMillis, Presence presence) {
  static final long OPEN = Long.MAX_VALUE;

  private static final double MILLIS = 1000;

  /** The latest second of a trace: some thousand years. */
  private static final double LAST_SECOND = 1e11;

  private static final int CSV_WORDS = 4;
  private static final int STATE = 3;
  private static final int FTA_WORDS = 9;
  private static final int NODE = 2;
  private static final int TYPE = 5;
  private static final int START = 6;
  private static final int STOP = 7;

  /**
   * Of {@code machine,start_s,end_s,state}, or of a line of the Failure Trace Archive's table of
   * events (D. Kondo and others, <i>The Failure Trace Archive</i>, CCGrid 2010): nine words with
   * blanks between, of which the third names the node and the sixth says whether it is there.
   *
   * @return null for a line of another form
   */
  static @Nullable RecordedInterval of(int number, String line) {
    final String[] words = line.split(",", -1);
    if (words.length == CSV_WORDS && !words[0].isBlank() && !words[STATE].isBlank()) {
      return checked(
          number,
          words[0],
          words[1],
          words[2],
          switch (words[STATE]) {
            case "A", "R" -> Presence.AWAY;
            case "O" -> Presence.UNKNOWN;
            default -> Presence.THERE;
          });
    }
    final String[] blanks = line.split("\\s+");
    return blanks.length < FTA_WORDS || !blanks[TYPE].matches("[01]")
        ? null
        : checked(
            number,
            "node" + blanks[NODE],
            blanks[START],
            blanks[STOP],
            blanks[TYPE].equals("1") ? Presence.AWAY : Presence.UNKNOWN);
  }

  /**
   * In which the machine was there, unused by its owner.
   *
   * @return null when these are no times
   */
  static @Nullable RecordedInterval session(int number, String machine, String from, String to) {
    return checked(number, machine, from, to, Presence.AWAY);
  }

  private static @Nullable RecordedInterval checked(
      int number, String machine, String from, String to, Presence presence) {
    try {
      final double start = Double.parseDouble(from);
      final double stop = to.equals("NULL") ? LAST_SECOND : Double.parseDouble(to);
      if (!(start >= 0 && stop >= start && stop <= LAST_SECOND)) {
        return null;
      }
      return new RecordedInterval(
          number,
          machine,
          Math.round(start * MILLIS),
          to.equals("NULL") ? OPEN : Math.round(stop * MILLIS),
          presence);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The last moment that it names. */
  long latestMillis() {
    return toMillis == OPEN ? fromMillis : toMillis;
  }

  /** The same, earlier by so much, and ending at the latest with the trace. */
  RecordedInterval moved(long byMillis, long endMillis) {
    return new RecordedInterval(
        line,
        machine,
        fromMillis - byMillis,
        (toMillis == OPEN ? endMillis : toMillis) - byMillis,
        presence);
  }
}
