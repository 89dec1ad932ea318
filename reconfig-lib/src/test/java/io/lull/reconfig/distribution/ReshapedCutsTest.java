package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How little moves when cuts are reshaped instead of made afresh. The measure is what must move
 * whatever the cuts are: a leaver's part of the data, N/P, or a joiner's, N/(P+1).
 */
final class ReshapedCutsTest {
  private static final long SIDE = 1000;
  private static final List<Shape> SHAPES = List.of(new Shape(SIDE, SIDE, 8));
  private static final int MOST_WORKERS = 32;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  private static List<Part> workers(int count) {
    final List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new Part("w" + i, 1));
    }
    return parts;
  }

  private static double moved(Allotment old, List<Part> next, Balance balance, int of) {
    final TransferPlan plan = TransferPlan.of(SHAPES, old.held(), next, balance);
    assertShares(plan.next(), balance);
    return plan.bytesMoved() / (8.0 * SIDE * SIDE / of);
  }

  /** Within the bound and one row or column. */
  private static void assertShares(Allotment allotment, Balance balance) {
    final double all = allotment.parts().stream().mapToDouble(Part::weight).sum();
    for (int rank = 0; rank < allotment.size(); rank++) {
      final Region region = allotment.region(rank, 0);
      final double perfect = (double) SIDE * SIDE * allotment.parts().get(rank).weight() / all;
      final long line = Math.max(region.rows(), region.columns());
      // Cuts made afresh round at every level; two lines hold for them too.
      assertThat((double) region.cells())
          .isLessThanOrEqualTo(balance.bound() * perfect + 2 * line)
          .isGreaterThanOrEqualTo(perfect / balance.bound() - 2 * line);
    }
  }

  @Test
  void whenOneOfManyEqualWorkersLeavesLittleMoreThanItsPartMoves() {
    double sum = 0;
    double sumAfresh = 0;
    int cases = 0;
    for (int workers = 2; workers <= MOST_WORKERS; workers++) {
      final Allotment old = Allotment.afresh(SHAPES, workers(workers));
      for (int leaver = 0; leaver < workers; leaver += Math.max(1, workers / 3)) {
        final List<Part> next = workers(workers);
        next.remove(leaver);
        final double reshaped = moved(old, next, Balance.USUAL, workers);
        assertThat(reshaped).as("%s workers, %s leaves", workers, leaver).isLessThan(3.5);
        sum += reshaped;
        sumAfresh += moved(old, next, Balance.EXACT, workers);
        cases++;
      }
    }
    assertThat(sum / cases).isLessThan(2.2);
    assertThat(sum).isLessThan(0.5 * sumAfresh);
  }

  @Test
  void whenOneWorkerJoinsLittleMoreThanItsPartMoves() {
    double sum = 0;
    double sumAfresh = 0;
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      final Allotment old = Allotment.afresh(SHAPES, workers(workers));
      final double reshaped = moved(old, workers(workers + 1), Balance.USUAL, workers + 1);
      assertThat(reshaped).as("%s workers, one joins", workers).isLessThan(3);
      sum += reshaped;
      sumAfresh += moved(old, workers(workers + 1), Balance.EXACT, workers + 1);
    }
    assertThat(sum / MOST_WORKERS).isLessThan(1.8);
    assertThat(sum).isLessThan(0.5 * sumAfresh);
  }

  @Test
  void manyChangesOneAfterAnotherKeepTheBalanceAndNeverMoveMoreThanFreshCuts() {
    Allotment present = Allotment.afresh(SHAPES, workers(6));
    int named = 100;
    long moved = 0;
    long movedAfresh = 0;
    for (int change = 0; change < 30; change++) {
      final List<Part> next = new ArrayList<>(present.parts());
      final int leaving = random.nextInt(Math.min(3, next.size()));
      for (int i = 0; i < leaving; i++) {
        next.remove(random.nextInt(next.size()));
      }
      while (next.isEmpty() || (next.size() < 14 && random.nextBoolean())) {
        next.add(new Part("w" + named++, 1 + random.nextInt(3)));
      }
      final TransferPlan plan = TransferPlan.of(SHAPES, present.held(), next, Balance.USUAL);
      final long afresh = TransferPlan.of(SHAPES, present.held(), next, Balance.EXACT).bytesMoved();
      assertThat(plan.bytesMoved()).isLessThanOrEqualTo(afresh);
      assertShares(plan.next(), Balance.USUAL);
      moved += plan.bytesMoved();
      movedAfresh += afresh;
      present = plan.next();
    }
    assertThat(moved).isLessThan(movedAfresh);
  }

  @Test
  void aBoundOfOneCutsAfresh() {
    final Allotment old = Allotment.afresh(SHAPES, workers(7));
    final TransferPlan plan = TransferPlan.of(SHAPES, old.held(), workers(6), Balance.EXACT);
    assertThat(plan.next().grids()).isEqualTo(Allotment.afresh(SHAPES, workers(6)).grids());
  }

  @Test
  void arraysOfOneAndThreeDimensionsAreReshapedToo() {
    for (final Extents extents : List.of(Extents.of(20_000), Extents.of(60, 50, 40))) {
      for (int workers = 2; workers <= 12; workers++) {
        final RecursiveBisection old =
            RecursiveBisection.of(extents, Collections.nCopies(workers, 1.0));
        final int leaver = random.nextInt(workers);
        final List<Integer> staying = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
          if (rank != leaver) {
            staying.add(rank);
          }
        }
        final Succession succession = new Succession(staying);
        final List<Double> weights = Collections.nCopies(workers - 1, 1.0);
        final RecursiveBisection next =
            RecursiveBisection.reshaped(old, succession, weights, Balance.USUAL);
        assertThat(Redistribution.between(old, next, succession, 1).bytesMoved())
            .as("%s workers on %s, rank %s leaves", workers, extents, leaver)
            .isLessThanOrEqualTo(
                Redistribution.between(old, RecursiveBisection.of(extents, weights), succession, 1)
                    .bytesMoved());
      }
    }
  }

  @Test
  void withoutChangeNothingMoves() {
    final Allotment old = Allotment.afresh(SHAPES, workers(11));
    assertThat(TransferPlan.of(SHAPES, old.held(), workers(11), Balance.USUAL).bytesMoved())
        .isZero();
  }
}
