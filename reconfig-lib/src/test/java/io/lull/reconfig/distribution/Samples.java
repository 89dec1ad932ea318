package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random arrays, weights and distributions of every kind. */
final class Samples {
  private final RandomGenerator random;

  Samples(RandomGenerator random) {
    this.random = random;
  }

  /** Small enough for every element to be looked at. */
  Extents extents() {
    return switch (random.nextInt(3)) {
      case 0 -> Extents.of(1 + random.nextInt(300));
      case 1 -> Extents.of(1 + random.nextInt(40), 1 + random.nextInt(40));
      default -> Extents.of(1 + random.nextInt(14), 1 + random.nextInt(14), 1 + random.nextInt(14));
    };
  }

  List<Double> weights(int count) {
    final List<Double> weights = new ArrayList<>();
    final boolean equal = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      weights.add(equal ? 1 : 0.1 + random.nextDouble());
    }
    return weights;
  }

  Distribution distribution(Extents extents) {
    final int dimension = random.nextInt(extents.dimensions());
    return switch (random.nextInt(4)) {
      case 0 -> Blocks.weighted(extents, dimension, weights(1 + random.nextInt(12)));
      case 1 -> bisection(extents);
      case 2 -> BlockCyclic.cyclic(extents, processes(extents));
      default -> {
        final List<Long> blocks = new ArrayList<>();
        for (int d = 0; d < extents.dimensions(); d++) {
          blocks.add(1L + random.nextInt(9));
        }
        yield new BlockCyclic(extents, processes(extents), blocks);
      }
    };
  }

  /** Cyclic or block-cyclic. */
  BlockCyclic dealt(Extents extents) {
    while (true) {
      if (distribution(extents) instanceof BlockCyclic dealt) {
        return dealt;
      }
    }
  }

  /** A way to share out an array, of any kind that it has the dimensions for. */
  Division division(Extents extents) {
    return switch (random.nextInt(5)) {
      case 0 -> Division.bisection();
      case 1 -> new Division.WholeLines(1 + random.nextInt(extents.dimensions()));
      case 2 -> Division.cyclic();
      case 3 ->
          new Division.Dealt(
              List.of(1L + random.nextInt(9)), 1 + random.nextInt(extents.dimensions()));
      default -> Division.blockCyclic(random.longs(extents.dimensions(), 1, 10).toArray());
    };
  }

  /** A box within another one, not empty. */
  Region region(Region all) {
    final long plane = random.nextLong(all.planes());
    final long row = random.nextLong(all.rows());
    final long column = random.nextLong(all.columns());
    return new Region(
        plane,
        plane + 1 + random.nextLong(all.planes() - plane),
        row,
        row + 1 + random.nextLong(all.rows() - row),
        column,
        column + 1 + random.nextLong(all.columns() - column));
  }

  /** As many ranks as there is certainly room for. */
  RecursiveBisection bisection(Extents extents) {
    final int most = (int) Math.min(12, Math.max(1, extents.cells() / 32));
    return RecursiveBisection.of(extents, weights(1 + random.nextInt(most)));
  }

  private List<Integer> processes(Extents extents) {
    final List<Integer> processes = new ArrayList<>();
    for (int d = 0; d < extents.dimensions(); d++) {
      processes.add(1 + random.nextInt(extents.dimensions() == 1 ? 12 : 4));
    }
    return processes;
  }

  /** Takes every index of an array. */
  interface IndexVisitor {
    void index(int place, long... index);
  }

  /** All indices, the last dimension fastest; the place counts them. */
  static void forEachIndex(Extents extents, IndexVisitor visitor) {
    final long[] index = new long[extents.dimensions()];
    for (int place = 0; place < extents.cells(); place++) {
      long rest = place;
      for (int d = index.length - 1; d >= 0; d--) {
        index[d] = rest % extents.length(d);
        rest /= extents.length(d);
      }
      visitor.index(place, index);
    }
  }
}
