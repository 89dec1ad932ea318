package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When the owners of workstations were there, as recorded, one state change after another. It is
 * read from lines of {@code machine,start_s,end_s,state}, of the Failure Trace Archive ({@link
 * RecordedInterval}) or of an AVT file ({@link RecordedMachine}), in any order, after a line of
 * words. The states A and R are idle, O is offline, all others are use by somebody; of the time
 * between two intervals of a machine nothing is known.
 *
 * @param turns in the order of their time
 * @param endMillis when the record ends
 * @param rejects lines that were left out
 * @param beganMillis when that was, in epoch milliseconds; empty: the record does not say
 */
public record AvailabilityTrace(
    SortedSet<String> machines,
    List<Turn> turns,
    long endMillis,
    RejectedLines rejects,
    OptionalLong beganMillis) {
  /**
   * From this moment on.
   *
   * @param millis since the trace began
   */
  public record Turn(long millis, String machine, Presence presence) {}

  private static final long DAY_MILLIS = 24L * 3600 * 1000;

  /** What the command's memory holds: some thirty machine-years. */
  static final int MOST_INTERVALS = 500_000;

  /** Begins a line that says when second 0 was, as {@code lull export history} writes it. */
  private static final String BEGAN = "# began ";

  /** One of no known date. */
  public AvailabilityTrace(
      SortedSet<String> machines, List<Turn> turns, long endMillis, RejectedLines rejects) {
    this(machines, turns, endMillis, rejects, OptionalLong.empty());
  }

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
   * @throws IllegalArgumentException with one line when it has no interval, or too many
   */
  public static AvailabilityTrace read(BufferedReader lines, String name) throws IOException {
    final SortedSet<String> machines = new TreeSet<>();
    final List<RecordedInterval> intervals = new ArrayList<>();
    final RejectedLines.Collector rejects = new RejectedLines.Collector(name);
    OptionalLong began = OptionalLong.empty();
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      final String text = line.strip();
      if (text.startsWith(BEGAN)) {
        began = began(text.substring(BEGAN.length()), number, rejects);
      }
      if (text.startsWith("#")) {
        continue;
      }
      final @Nullable RecordedMachine recorded = RecordedMachine.of(number, text);
      if (recorded != null) {
        machines.add(recorded.machine());
        intervals.addAll(recorded.intervals());
      } else if (number > 1) {
        rejects.add(number, "'" + line + "' is not machine,start,end,state");
      }
      if (intervals.size() > MOST_INTERVALS) {
        throw new IllegalArgumentException(
            name + " has more than " + MOST_INTERVALS + " intervals: give it in parts");
      }
    }
    if (intervals.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no line of the form machine,start,end,state, such as pc1,0,3600,A");
    }
    return of(machines, intervals, rejects, began);
  }

  private static OptionalLong began(String date, int line, RejectedLines.Collector rejects) {
    try {
      return OptionalLong.of(Instant.parse(date.strip()).toEpochMilli());
    } catch (DateTimeException e) {
      rejects.add(line, "'" + date + "' is not a date such as 2026-11-02T00:00:00Z");
      return OptionalLong.empty();
    }
  }

  /** A trace that does not begin on its first day begins with the day of its first interval. */
  private static AvailabilityTrace of(
      SortedSet<String> machines,
      List<RecordedInterval> intervals,
      RejectedLines.Collector rejects,
      OptionalLong began) {
    final long first =
        intervals.stream().mapToLong(RecordedInterval::fromMillis).min().orElseThrow();
    final long last =
        intervals.stream().mapToLong(RecordedInterval::latestMillis).max().orElseThrow();
    final long begin = first / DAY_MILLIS * DAY_MILLIS;
    final Map<String, List<RecordedInterval>> byMachine = new TreeMap<>();
    for (final RecordedInterval each : intervals) {
      byMachine
          .computeIfAbsent(each.machine(), _ -> new ArrayList<>())
          .add(each.moved(begin, last));
    }
    final List<Turn> turns = new ArrayList<>();
    byMachine.forEach((machine, each) -> turns.addAll(turns(machine, each, last - begin, rejects)));
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new AvailabilityTrace(
        machines,
        turns,
        last - begin,
        rejects.all(),
        began.isPresent() ? OptionalLong.of(began.getAsLong() + begin) : began);
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
        RejectedLines.together(traces.stream().map(AvailabilityTrace::rejects).toList()),
        traces.stream().map(AvailabilityTrace::beganMillis).distinct().count() == 1
            ? traces.getFirst().beganMillis()
            : OptionalLong.empty());
  }

  private static List<Turn> turns(
      String machine, List<RecordedInterval> intervals, long end, RejectedLines.Collector rejects) {
    intervals.sort(
        Comparator.comparingLong(RecordedInterval::fromMillis)
            .thenComparingLong(RecordedInterval::toMillis)
            .thenComparingInt(RecordedInterval::line));
    final List<Turn> turns = new ArrayList<>();
    @Nullable Presence last = null;
    long until = 0;
    for (final RecordedInterval interval : intervals) {
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
