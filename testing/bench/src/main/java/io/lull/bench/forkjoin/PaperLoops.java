package io.lull.bench.forkjoin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What A. Scherer, H. Lu, T. Gross and W. Zwaenepoel, <i>Transparent Adaptive Parallelism on NOWs
 * using OpenMP</i> (PPoPP 1999), measured on eight Pentium Pro workstations with switched Ethernet
 * of 100 Mbit/s: tables 1 to 7.
 */
final class PaperLoops {
  private static final double MEBIBYTES_PER_PAGE = 4.0 / 1024;

  /**
   * A run without events.
   *
   * @param seconds on their adaptive system
   */
  record Whole(double seconds, double megabytes, long messages) {}

  /**
   * A change of the number of processes.
   *
   * @param mebibytes the pages that were fetched because of it
   */
  record Event(double seconds, Optional<Double> mebibytes) {}

  /** A program, the number of its processes, and what they took. */
  private static final Map<String, Whole> WHOLES = new HashMap<>();

  /** A program, a change, and what that took. */
  private static final Map<String, Event> EVENTS = new HashMap<>();

  static {
    wholes(
        """
        mgs    8 242.14  320.54  236453
        mgs    4 397.23  164.62  129021
        jacobi 8 216.17  254.50  221631
        jacobi 4 362.88  131.17  115840
        fft    8  81.95  779.23  416570
        fft    4 133.51  667.16  354018
        nbf    8 534.74 1388.27 1182292
        nbf    4 715.36  721.85  618443
        barnes 8  96.92  465.74  932051
        barnes 4 152.93  246.88  331213
        water  8 123.32  277.43  211841
        water  4 235.30  139.28  110215
        """);
    // Tables 2, 3 and 4, and the pages of tables 5 to 7, those of the system and the program's.
    events(
        """
        mgs    leave 1.93
        jacobi leave 2.29
        fft    leave 1.30
        nbf    leave 1.32
        barnes leave 2.46
        water  leave 0.08
        mgs    join 2.30
        jacobi join 1.73
        fft    join 1.16
        nbf    join 0.48
        barnes join 1.08
        water  join 0.01
        mgs    migrate 6.90
        jacobi migrate 6.70
        fft    migrate 6.13
        nbf    migrate 7.66
        barnes migrate 1.75
        water  migrate 0.93
        mgs    8→7 1.62 4531
        mgs    8→6 2.04 4410
        mgs    7→8 2.30 4040
        mgs    6→8 1.76 3460
        mgs    6→6 1.00 770
        jacobi 8→7 1.53 4909
        jacobi 8→6 1.89 7117
        jacobi 7→8 1.73 6101
        jacobi 6→8 2.2 9158
        jacobi 6→6 1.42 2038
        fft    8→7 0.93 2820
        fft    8→6 1.07 3420
        fft    7→8 1.16 3144
        fft    6→8 1.39 5088
        fft    6→6 0.8 1121
        nbf    8→7 1.14 4791
        nbf    8→6 0.96 5333
        nbf    7→8 0.48 6327
        nbf    6→8 1.16 9557
        nbf    6→6 1.57 2140
        barnes 8→7 1.75 538
        barnes 8→6 1.23 890
        barnes 7→8 1.08 958
        barnes 6→8 1.27 1413
        barnes 6→6 1.13 787
        water  8→7 -0.41 6
        water  8→6 0.03 49
        water  7→8 0.01 -61
        water  6→8 0.05 16
        water  6→6 0.03 69
        fft    6→5 1.28 2986
        fft    6→4 1.33 4175
        fft    4→3 2.03 3628
        fft    4→2 2.51 5024
        fft    5→6 1.30 3585
        fft    4→6 1.62 5490
        fft    3→4 2.12 3473
        fft    2→4 2.95 5378
        """);
  }

  private PaperLoops() {}

  private static void wholes(String lines) {
    for (final String line : lines.lines().toList()) {
      final List<String> words = words(line);
      WHOLES.put(
          words.get(0) + " " + words.get(1),
          new Whole(
              Double.parseDouble(words.get(2)),
              Double.parseDouble(words.get(3)),
              Long.parseLong(words.get(4))));
    }
  }

  private static void events(String lines) {
    for (final String line : lines.lines().toList()) {
      final List<String> words = words(line);
      EVENTS.put(
          words.get(0) + " " + words.get(1),
          new Event(
              Double.parseDouble(words.get(2)),
              words.stream()
                  .skip(3)
                  .findFirst()
                  .map(pages -> Long.parseLong(pages) * MEBIBYTES_PER_PAGE)));
    }
  }

  private static List<String> words(String line) {
    return List.of(line.strip().split(" +"));
  }

  static Optional<Whole> whole(String program, int processes) {
    return Optional.ofNullable(WHOLES.get(program + " " + processes));
  }

  /**
   * @param change such as {@code 8→7}; {@code leave}, {@code join} and {@code migrate}: of the last
   *     of eight processes, in the tables 2, 3 and 4
   */
  static Optional<Event> event(String program, String change) {
    return Optional.ofNullable(EVENTS.get(program + " " + change));
  }
}
