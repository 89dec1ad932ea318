package io.lull.apps.mg;

import io.lull.apps.numbers.NasNumbers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The right-hand side: 1 where the ten greatest of a cube of random numbers are, -1 where the ten
 * least are, 0 elsewhere. Every worker computes all numbers.
 */
final class RightHandSide {
  private static final long SEED = 314_159_265;
  private static final int OF_EACH = 10;

  private record Drawn(long number, long cell) {}

  private final long side;
  private final Map<Long, Integer> charges = new HashMap<>();

  RightHandSide(long side) {
    this.side = side;
    final PriorityQueue<Drawn> greatest =
        new PriorityQueue<>(Comparator.comparingLong(Drawn::number));
    final PriorityQueue<Drawn> least =
        new PriorityQueue<>(Comparator.comparingLong(Drawn::number).reversed());
    long number = SEED;
    for (long cell = 0; cell < side * side * side; cell++) {
      number = NasNumbers.next(number);
      if (greatest.size() < OF_EACH || number > greatest.element().number()) {
        keep(greatest, new Drawn(number, cell));
      }
      if (least.size() < OF_EACH || number < least.element().number()) {
        keep(least, new Drawn(number, cell));
      }
    }
    greatest.forEach(drawn -> charges.put(drawn.cell(), 1));
    least.forEach(drawn -> charges.put(drawn.cell(), -1));
  }

  private static void keep(PriorityQueue<Drawn> queue, Drawn drawn) {
    queue.add(drawn);
    if (queue.size() > OF_EACH) {
      queue.remove();
    }
  }

  double at(long plane, long row, long column) {
    return charges.getOrDefault((plane * side + row) * side + column, 0);
  }
}
