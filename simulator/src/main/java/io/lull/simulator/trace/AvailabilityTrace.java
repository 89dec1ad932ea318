package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * When the owners of workstations were there, as recorded, one state change after another. It is
 * read from lines of {@code machine,start_s,end_s,state}, after a line of these words. The states A
 * and R are idle, O is offline, all others are use by somebody.
 */
public record AvailabilityTrace(SortedSet<String> machines, List<Turn> turns) {
  /**
   * From this moment on.
   *
   * @param millis since the trace began
   */
  public record Turn(long millis, String machine, Presence presence) {}

  private static final int WORDS = 4;

  /**
   * @param name of what is read, for messages
   * @throws IllegalArgumentException with one line when it is no such trace
   */
  public static AvailabilityTrace read(BufferedReader lines, String name) throws IOException {
    final List<Turn> turns = new ArrayList<>();
    final Map<String, Presence> last = new HashMap<>();
    int number = 1;
    lines.readLine();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      final Turn turn = turn(line, name + ", line " + number);
      if (last.put(turn.machine(), turn.presence()) != turn.presence()) {
        turns.add(turn);
      }
    }
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new AvailabilityTrace(new TreeSet<>(last.keySet()), turns);
  }

  private static Turn turn(String line, String where) {
    final String[] words = line.split(",");
    try {
      if (words.length == WORDS) {
        return new Turn(
            Long.parseLong(words[1]) * 1000,
            words[0],
            switch (words[3]) {
              case "A", "R" -> Presence.AWAY;
              case "O" -> Presence.UNKNOWN;
              default -> Presence.THERE;
            });
      }
    } catch (NumberFormatException e) {
      // said below, like a line of other words
    }
    throw new IllegalArgumentException(where + ": '" + line + "' is not machine,start,end,state");
  }
}
