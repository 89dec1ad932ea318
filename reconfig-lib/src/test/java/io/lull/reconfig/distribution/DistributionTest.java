package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.testkit.random.Seed;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Properties of distributions of every kind, over random arrays, worker counts and weights. */
final class DistributionTest {
  private static final int ROUNDS = 300;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final Samples samples = new Samples(random);

  @Test
  void everyElementIsOwnedExactlyOnce() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      final Distribution distribution = samples.distribution(extents);
      Samples.forEachIndex(
          extents,
          (place, index) -> {
            int owners = 0;
            for (int rank = 0; rank < distribution.size(); rank++) {
              if (distribution.owned(rank).contains(index)) {
                owners++;
                assertThat(distribution.owner(index)).isEqualTo(rank);
              }
            }
            assertThat(owners).as("%s of %s", index, distribution).isEqualTo(1);
          });
    }
  }

  @Test
  void everyElementHasAPlaceOfItsOwnAtItsOwner() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      final Distribution distribution = samples.distribution(extents);
      for (int rank = 0; rank < distribution.size(); rank++) {
        final IndexSet owned = distribution.owned(rank);
        final BitSet places = new BitSet();
        owned.forEachLine((start, length) -> {
          final long first = owned.position(start);
          for (long i = 0; i < length; i++) {
            assertThat(places.get((int) (first + i))).as("%s", owned).isFalse();
            places.set((int) (first + i));
          }
        });
        assertThat((long) places.length()).isEqualTo(owned.cells());
        assertThat((long) places.cardinality()).isEqualTo(owned.cells());
      }
    }
  }

  @Test
  void runsMeetInExactlyTheIndicesThatBothHave() {
    for (int round = 0; round < 20 * ROUNDS; round++) {
      final Run a = run();
      final Run b = run();
      final BitSet common = new BitSet();
      for (final Run part : a.intersect(b)) {
        for (long i = part.first(); i < part.end(); i++) {
          if (part.contains(i)) {
            assertThat(common.get((int) i)).as("%s with %s", a, b).isFalse();
            common.set((int) i);
          }
        }
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(common.get(i))
            .as("%s of %s with %s", i, a, b)
            .isEqualTo(a.contains(i) && b.contains(i));
      }
    }
  }

  private Run run() {
    final long length = 1L + random.nextInt(12);
    return new Run(
        random.nextInt(60), length, length + (long) random.nextInt(40), 1 + random.nextInt(12));
  }

  @Test
  void blocksHaveTheirWeightsShareWithinOneRow() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = Extents.of(1 + random.nextInt(900), 7);
      final List<Double> weights = samples.weights(1 + random.nextInt(20));
      final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
      final Blocks blocks = Blocks.weighted(extents, 0, weights);
      for (int rank = 0; rank < blocks.size(); rank++) {
        assertThat(blocks.owned(rank).cells() / 7.0)
            .isCloseTo(extents.length(0) * weights.get(rank) / all, within(1.0 + 1e-9));
      }
    }
  }

  @Test
  void aBisectionCutsWithinHalfARowOrColumnOfTheWeights() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = Extents.of(150 + random.nextInt(300), 150 + random.nextInt(300));
      final List<Double> weights = samples.weights(2 + random.nextInt(14));
      halves(RecursiveBisection.of(extents, weights).boxes(), weights);
    }
  }

  /** The first half of the parts and the second are two boxes, cut by their weights. */
  private static void halves(List<IndexSet> boxes, List<Double> weights) {
    if (boxes.size() == 1) {
      return;
    }
    final int middle = (boxes.size() + 1) / 2;
    final double cells = cells(boxes);
    final double share =
        weights.subList(0, middle).stream().mapToDouble(Double::doubleValue).sum()
            / weights.stream().mapToDouble(Double::doubleValue).sum();
    final double rows = length(boxes, 0);
    final double columns = length(boxes, 1);
    assertThat(cells).isEqualTo(rows * columns);
    assertThat((double) cells(boxes.subList(0, middle)))
        .isCloseTo(cells * share, within(0.5 * Math.min(rows, columns) + 1e-6));
    halves(boxes.subList(0, middle), weights.subList(0, middle));
    halves(boxes.subList(middle, boxes.size()), weights.subList(middle, weights.size()));
  }

  private static long cells(List<IndexSet> boxes) {
    return boxes.stream().mapToLong(IndexSet::cells).sum();
  }

  private static long length(List<IndexSet> boxes, int dimension) {
    return boxes.stream().mapToLong(box -> box.end(dimension)).max().orElseThrow()
        - boxes.stream().mapToLong(box -> box.first(dimension)).min().orElseThrow();
  }

  @Test
  void whatCannotBeDividedIsRefusedInOneLine() {
    assertThatThrownBy(
            () -> RecursiveBisection.of(Extents.of(2, 2), List.of(1.0, 1.0, 1.0, 1.0, 1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a grid of 2 x 2 cells cannot be divided among 5 workers");
    assertThatThrownBy(() -> Blocks.weighted(Extents.of(10), 0, List.of(1.0, 0.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a worker's weight is a number above 0, not 0.0");
    assertThatThrownBy(() -> BlockCyclic.cyclic(Extents.of(10, 10), List.of(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("an array of 10 x 10 cannot be dealt out");
    assertThatThrownBy(() -> Extents.of(1L << 40, 1L << 40))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("an array cannot have the extents");
  }

  private static IndexSet rows(long from, long to) {
    return new IndexSet(List.of(Runs.between(from, to), Runs.between(0, 4)));
  }

  @Test
  void boxesThatOverlapOrLeaveAGapAreNoDistribution() {
    final Extents extents = Extents.of(4, 4);
    final IndexSet upper = rows(0, 2);
    assertThatThrownBy(() -> new RecursiveBisection(extents, List.of(upper, rows(1, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RecursiveBisection(extents, List.of(upper, rows(2, 3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("have no owner");
  }
}
