package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When the owners of workstations were there, as recorded, one state change after another. It is
 * read from lines of {@code machine,start_s,end_s,state}, in any order, after a line of these
 * words. The states A and R are idle, O is offline, all others are use by somebody; of the time
 * between two intervals of a machine nothing is known.
 *
 * @param turns in the order of their time
 * @param endMillis when the record ends
 * @param rejects lines that were left out
 */
public record AvailabilityTrace(
    SortedSet<String> machines, List<Turn> turns, long endMillis, RejectedLines rejects) {
  /**
   * From this moment on.
   *
   * @param millis since the trace began
   */
  public record Turn(long millis, String machine, Presence presence) {}

  private record Interval(int line, long fromMillis, long toMillis, Presence presence) {}

  private static final int WORDS = 4;
  private static final long MILLIS = 1000;

  /** The latest second of a trace: some thousand years. */
  private static final long LAST_SECOND = 100_000_000_000L;

  /** One that was not read from lines: it ends with its last turn. */
  public AvailabilityTrace(SortedSet<String> machines, List<Turn> turns) {
    this(
        machines,
        turns,
        turns.stream().mapToLong(Turn::millis).max().orElse(0),
        RejectedLines.NONE);
  }

  /**
   * @param name of what is read, for messages
   * @throws IllegalArgumentException with one line when it has no interval
   */
  public static AvailabilityTrace read(BufferedReader lines, String name) throws IOException {
    final Map<String, List<Interval>> byMachine = new TreeMap<>();
    final RejectedLines.Collector rejects = new RejectedLines.Collector(name);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      final String[] words = line.strip().split(",", -1);
      final @Nullable Interval interval = interval(number, words);
      if (interval != null) {
        byMachine.computeIfAbsent(words[0], _ -> new ArrayList<>()).add(interval);
      } else if (number > 1) {
        rejects.add(number, "'" + line + "' is not machine,start,end,state");
      }
    }
    if (byMachine.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no line of the form machine,start,end,state, such as pc1,0,3600,A");
    }
    final long end =
        byMachine.values().stream()
            .flatMap(List::stream)
            .mapToLong(Interval::toMillis)
            .max()
            .orElseThrow();
    final List<Turn> turns = new ArrayList<>();
    byMachine.forEach(
        (machine, intervals) -> turns.addAll(turns(machine, intervals, end, rejects)));
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new AvailabilityTrace(new TreeSet<>(byMachine.keySet()), turns, end, rejects.all());
  }

  /**
   * The machines of several traces that begin at the same time. Where there are several, a
   * machine's name is preceded by its trace's number.
   */
  public static AvailabilityTrace together(List<AvailabilityTrace> traces) {
    if (traces.size() == 1) {
      return traces.getFirst();
    }
    final SortedSet<String> machines = new TreeSet<>();
    final List<Turn> turns = new ArrayList<>();
    final long end = traces.stream().mapToLong(AvailabilityTrace::endMillis).max().orElse(0);
    for (int i = 0; i < traces.size(); i++) {
      final AvailabilityTrace trace = traces.get(i);
      final String before = (i + 1) + ":";
      for (final Turn turn : trace.turns()) {
        turns.add(new Turn(turn.millis(), before + turn.machine(), turn.presence()));
      }
      for (final String machine : trace.machines()) {
        machines.add(before + machine);
        if (trace.endMillis() < end) {
          turns.add(new Turn(trace.endMillis(), before + machine, Presence.UNKNOWN));
        }
      }
    }
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new AvailabilityTrace(
        machines,
        turns,
        end,
        RejectedLines.together(traces.stream().map(AvailabilityTrace::rejects).toList()));
  }

  /** Null for a line of another form. */
  private static @Nullable Interval interval(int line, String[] words) {
    if (words.length != WORDS || words[0].isBlank() || words[3].isBlank()) {
      return null;
    }
    try {
      final long from = Long.parseLong(words[1]);
      final long to = Long.parseLong(words[2]);
      if (from < 0 || to < from || to > LAST_SECOND) {
        return null;
      }
      return new Interval(
          line,
          from * MILLIS,
          to * MILLIS,
          switch (words[3]) {
            case "A", "R" -> Presence.AWAY;
            case "O" -> Presence.UNKNOWN;
            default -> Presence.THERE;
          });
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static List<Turn> turns(
      String machine, List<Interval> intervals, long end, RejectedLines.Collector rejects) {
    intervals.sort(
        Comparator.comparingLong(Interval::fromMillis)
            .thenComparingLong(Interval::toMillis)
            .thenComparingInt(Interval::line));
    final List<Turn> turns = new ArrayList<>();
    @Nullable Presence last = null;
    long until = 0;
    for (final Interval interval : intervals) {
      if (interval.fromMillis() < until) {
        rejects.add(interval.line(), "it overlaps another interval of " + machine);
      } else if (interval.toMillis() > interval.fromMillis()) {
        if (interval.fromMillis() > until && last != null && last != Presence.UNKNOWN) {
          turns.add(new Turn(until, machine, Presence.UNKNOWN));
          last = Presence.UNKNOWN;
        }
        if (interval.presence() != last) {
          turns.add(new Turn(interval.fromMillis(), machine, interval.presence()));
          last = interval.presence();
        }
        until = interval.toMillis();
      }
    }
    if (until < end && last != null && last != Presence.UNKNOWN) {
      turns.add(new Turn(until, machine, Presence.UNKNOWN));
    }
    return turns;
  }
}
