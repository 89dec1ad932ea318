package io.lull.bench.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Sweeps one after the other, as {@link StampedSweep} says them in its log.
 *
 * @param from by the monotonic clock, in nanoseconds
 * @param to when the last of them was over
 */
record Stretch(long from, long to, long sweeps) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** A sweep's. */
  double micros() {
    return (to - from) / NANOS_PER_MICRO / sweeps;
  }

  /** Whose lines are complete: the program may be writing one. */
  static List<Stretch> all(Path log) throws IOException {
    final String text = Files.readString(log);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(StampedSweep.STRETCH))
        .map(Stretch::of)
        .toList();
  }

  private static Stretch of(String line) {
    final String[] numbers = line.substring(StampedSweep.STRETCH.length()).split(" ");
    return new Stretch(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
  }
}
