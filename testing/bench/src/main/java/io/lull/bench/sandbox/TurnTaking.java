package io.lull.bench.sandbox;

import io.lull.bench.Sample;
import io.lull.bench.grid.Pause;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Two programs that run by turns of a fraction of a second, the other one stopped meanwhile. What
 * changes the computer's speed for longer than a turn slows both alike, so that the ratio of two
 * turns that follow each other tells differences that separate runs cannot.
 */
final class TurnTaking {
  private static final Duration TURN = Duration.ofMillis(200);
  private static final Duration LONGEST_TURN = Duration.ofSeconds(20);

  /** Caches and the processor's frequency settle; sweeps of this part of a turn do not count. */
  private static final Duration SETTLE = Duration.ofMillis(40);

  private static final Duration COUNTED = Duration.ofSeconds(2);
  private static final Duration SIGNALS = Duration.ofSeconds(10);
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * One of the two.
   *
   * @param processes all of its
   * @param log of {@link StampedSweep}, of one of its workers
   */
  record Program(List<Long> processes, Path log) {}

  /**
   * A turn of one program.
   *
   * @param from by the monotonic clock, in nanoseconds
   * @param to when it was stopped
   */
  private record Turn(long from, long to) {}

  /**
   * What one run of both has given.
   *
   * @param first microseconds a sweep, the median of each turn of the first
   * @param second the same of the second, in the same order
   */
  record Taken(List<Double> first, List<Double> second) {
    /** The first's time as a multiple of the second's: the median of all pairs of turns. */
    double ratio() {
      final List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < first.size(); i++) {
        ratios.add(first.get(i) / second.get(i));
      }
      return new Sample(ratios).median();
    }
  }

  private TurnTaking() {}

  /**
   * Both run on afterwards.
   *
   * @param pairs of turns
   */
  static Taken of(Program first, Program second, int pairs)
      throws IOException, InterruptedException {
    final List<Turn> firsts = new ArrayList<>();
    final List<Turn> seconds = new ArrayList<>();
    signal("STOP", first);
    signal("STOP", second);
    try {
      for (int i = 0; i < pairs; i++) {
        // A B, B A: a drift of the computer's speed favours neither.
        if (i % 2 == 0) {
          firsts.add(turn(first));
          seconds.add(turn(second));
        } else {
          seconds.add(turn(second));
          firsts.add(turn(first));
        }
      }
    } finally {
      signal("CONT", first);
      signal("CONT", second);
    }
    return new Taken(micros(first, firsts), micros(second, seconds));
  }

  /**
   * How many system calls all threads of a program's processes make while one of them sweeps once;
   * the other program is stopped meanwhile. Needs perf(1), and the right to count.
   */
  static double callsPerSweep(Program counted, Program stopped)
      throws IOException, InterruptedException {
    signal("STOP", stopped);
    try {
      final long from = SystemClock.INSTANCE.nanos();
      final String text =
          Tools.run(
              SIGNALS,
              List.of(
                  "perf",
                  "stat",
                  "--field-separator=,",
                  "--event=raw_syscalls:sys_enter",
                  "--pid="
                      + counted.processes.stream()
                          .map(String::valueOf)
                          .collect(Collectors.joining(",")),
                  "sleep",
                  String.valueOf(COUNTED.toSeconds())));
      final long to = SystemClock.INSTANCE.nanos();
      final List<Double> micros =
          Stretch.all(counted.log).stream()
              .filter(each -> each.from() >= from && each.to() <= to)
              .map(Stretch::micros)
              .toList();
      final String calls =
          text.lines().filter(line -> line.contains("sys_enter")).findFirst().orElseThrow();
      return Long.parseLong(calls.substring(0, calls.indexOf(',')))
          / (COUNTED.toNanos() / NANOS_PER_MICRO / new Sample(micros).median());
    } finally {
      signal("CONT", stopped);
    }
  }

  /** Longer where the computer has so much else to do that no stretch ends in time. */
  private static Turn turn(Program program) throws IOException, InterruptedException {
    signal("CONT", program);
    final long from = SystemClock.INSTANCE.nanos() + SETTLE.toNanos();
    final long deadline = from + LONGEST_TURN.toNanos();
    long next = from + TURN.toNanos();
    do {
      Pause.until(next);
      next += TURN.toNanos();
    } while (Stretch.all(program.log).stream().noneMatch(each -> each.from() >= from)
        && next <= deadline);
    final long to = SystemClock.INSTANCE.nanos();
    signal("STOP", program);
    return new Turn(from, to);
  }

  private static void signal(String name, Program program) {
    final List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    program.processes.forEach(process -> command.add(Long.toString(process)));
    Tools.run(SIGNALS, command);
  }

  private static List<Double> micros(Program program, List<Turn> turns) throws IOException {
    final List<Stretch> stretches = Stretch.all(program.log);
    final List<Double> medians = new ArrayList<>();
    for (final Turn turn : turns) {
      final List<Double> sweeps =
          stretches.stream()
              .filter(each -> each.from() >= turn.from && each.to() <= turn.to)
              .map(Stretch::micros)
              .toList();
      if (sweeps.isEmpty()) {
        throw new IOException("no sweep was over within a turn: see " + program.log);
      }
      medians.add(new Sample(sweeps).median());
    }
    return medians;
  }
}
