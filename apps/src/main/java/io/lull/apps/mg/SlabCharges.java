package io.lull.apps.mg;

import io.lull.apps.numbers.NasNumbers;
import io.lull.reconfig.message.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The right-hand side: 1 where the ten greatest of a cube of random numbers are, -1 where the ten
 * least are, 0 elsewhere. Each task looks through the numbers of its planes.
 */
final class SlabCharges {
  private static final long SEED = 314_159_265;
  private static final int OF_EACH = 10;

  private record Drawn(double number, double cell) {}

  private SlabCharges() {}

  /**
   * The cells with charges, the ten positive ones first; the same in all tasks.
   *
   * @param first of the task's planes
   */
  static long[] find(int first, int planes, int side, TaskGroup all) {
    long number = NasNumbers.after(SEED, (long) first * side * side);
    final long cells = (long) planes * side * side;
    final Extremes own = new Extremes();
    for (long cell = 0; cell < cells; cell++) {
      number = NasNumbers.next(number);
      own.look(number, (long) first * side * side + cell);
    }
    final List<Drawn> drawn = new ArrayList<>();
    for (final double[] each : all.gather(own.encoded())) {
      for (int i = 0; i < each.length; i += 2) {
        drawn.add(new Drawn(each[i], each[i + 1]));
      }
    }
    drawn.sort(Comparator.comparingDouble(Drawn::number));
    final long[] found = new long[2 * OF_EACH];
    for (int i = 0; i < OF_EACH; i++) {
      found[i] = (long) drawn.get(drawn.size() - 1 - i).cell();
      found[OF_EACH + i] = (long) drawn.get(i).cell();
    }
    return found;
  }

  /** Puts the charges of its planes into a slab that is zero. */
  static void put(long[] found, int first, Slab v) {
    final int side = v.side();
    for (int i = 0; i < found.length; i++) {
      final int plane = (int) (found[i] / ((long) side * side)) - first;
      if (plane >= 0 && plane < v.planes()) {
        final int row = (int) (found[i] / side % side);
        final int column = (int) (found[i] % side);
        v.cells()[v.line(plane, row) + column + 1] = i < OF_EACH ? 1 : -1;
      }
    }
  }

  /** The greatest and the least of the numbers looked at, with their cells. */
  private static final class Extremes {
    private final long[] numbers = new long[2 * OF_EACH];
    private final long[] cells = new long[2 * OF_EACH];
    private int seen;

    void look(long number, long cell) {
      if (seen < 2 * OF_EACH) {
        numbers[seen] = number;
        cells[seen++] = cell;
        if (seen == 2 * OF_EACH) {
          sort();
        }
      } else if (number < numbers[OF_EACH - 1]) {
        replace(OF_EACH - 1, number, cell);
      } else if (number > numbers[OF_EACH]) {
        replace(OF_EACH, number, cell);
      }
    }

    private void replace(int place, long number, long cell) {
      numbers[place] = number;
      cells[place] = cell;
      sort();
    }

    /** By insertion: almost always one is out of its place. */
    private void sort() {
      for (int i = 1; i < numbers.length; i++) {
        final long number = numbers[i];
        final long cell = cells[i];
        int j = i - 1;
        for (; j >= 0 && numbers[j] > number; j--) {
          numbers[j + 1] = numbers[j];
          cells[j + 1] = cells[j];
        }
        numbers[j + 1] = number;
        cells[j + 1] = cell;
      }
    }

    double[] encoded() {
      final double[] encoded = new double[2 * seen];
      for (int i = 0; i < seen; i++) {
        encoded[2 * i] = numbers[i];
        encoded[2 * i + 1] = cells[i];
      }
      return encoded;
    }
  }
}
