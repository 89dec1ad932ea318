package io.lull.bench.habit;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/**
 * What workstations did, recorded: {@code machine,start_s,end_s,state} a line, after a line of
 * these words. The states A and R are idle, O is offline, all others are use by somebody.
 */
record Trace(SortedSet<String> machines, List<Turn> turns) {
  /** From this moment on. */
  record Turn(long millis, String machine, Presence presence) {}

  private static final int WORDS = 4;

  /**
   * @param file as it is, or compressed when its name ends in .gz
   * @throws IllegalArgumentException with one line when it is no such trace
   */
  static Trace read(Path file) throws IOException {
    final List<Turn> turns = new ArrayList<>();
    final Map<String, Presence> last = new HashMap<>();
    try (InputStream raw = Files.newInputStream(file);
        InputStream plain =
            String.valueOf(file.getFileName()).endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      int number = 1;
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        final Turn turn = turn(line, file + ", line " + number);
        if (last.put(turn.machine(), turn.presence()) != turn.presence()) {
          turns.add(turn);
        }
      }
    }
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new Trace(new TreeSet<>(last.keySet()), turns);
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
