package io.lull.bench.sandbox;

import io.lull.bench.Sample;
import io.lull.bench.grid.Pause;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two programs that run by turns of a fraction of a second, the other one stopped meanwhile. What
 * changes the computer's speed for longer than a turn slows both alike, so that the ratio of two
 * turns that follow each other tells differences that separate runs cannot.
 */
final class TurnTaking {
  private static final Duration TURN = Duration.ofMillis(200);

  /** Caches and the processor's frequency settle; sweeps of this part of a turn do not count. */
  private static final Duration SETTLE = Duration.ofMillis(40);

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

  /**
   * Sweeps one after the other.
   *
   * @param from by the monotonic clock, in nanoseconds
   * @param to when the last of them was over
   */
  private record Stretch(long from, long to, long sweeps) {
    double micros() {
      return (to - from) / NANOS_PER_MICRO / sweeps;
    }

    static Stretch of(String line) {
      final String[] numbers = line.substring(StampedSweep.STRETCH.length()).split(" ");
      return new Stretch(
          Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
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

  private static Turn turn(Program program) throws InterruptedException {
    signal("CONT", program);
    final long from = SystemClock.INSTANCE.nanos() + SETTLE.toNanos();
    Pause.until(from + TURN.toNanos());
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
    final List<Stretch> stretches = stretches(program.log);
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

  private static List<Stretch> stretches(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.startsWith(StampedSweep.STRETCH)).map(Stretch::of).toList();
    }
  }
}
