package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A plan can be compared with the least: a worse numbering is seen to be worse. */
final class LeastBytesTest {
  private static final int ROUNDS = 40;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  private List<Part> parts(int from, int count) {
    final List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new Part("w" + (from + i), 1 + random.nextInt(2)));
    }
    return parts;
  }

  /** What moves when these workers take these regions. */
  private static long moved(List<Shape> shapes, Allotment old, Allotment next) {
    long moved = 0;
    for (int g = 0; g < shapes.size(); g++) {
      for (final Redistribution.Transfer transfer :
          Redistribution.transfers(old.grids().get(g), next.grids().get(g))) {
        final String from = old.parts().get(transfer.source()).worker();
        if (!from.equals(next.parts().get(transfer.target()).worker())) {
          moved += transfer.indices().cells() * shapes.get(g).cellBytes();
        }
      }
    }
    return moved;
  }

  private static long leastByTrial(
      List<Shape> shapes, Allotment old, Allotment next, List<Part> order, int fixed) {
    if (fixed == order.size()) {
      for (int rank = 0; rank < order.size(); rank++) {
        if (order.get(rank).weight() != next.parts().get(rank).weight()) {
          return Long.MAX_VALUE;
        }
      }
      return moved(shapes, old, new Allotment(order, next.grids()));
    }
    long least = Long.MAX_VALUE;
    for (int i = fixed; i < order.size(); i++) {
      Collections.swap(order, fixed, i);
      least = Math.min(least, leastByTrial(shapes, old, next, order, fixed + 1));
      Collections.swap(order, fixed, i);
    }
    return least;
  }

  private List<Shape> shapes() {
    final Extents extents = Extents.of(20 + random.nextInt(40), 20 + random.nextInt(40));
    return List.of(
        new Shape(extents, Double.BYTES),
        new Shape(extents, Integer.BYTES, Division.rows()),
        new Shape(extents, 1, Division.blockCyclic(3, 5)));
  }

  @Test
  void itIsWhatTheBestOfAllNumberingsMoves() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final Allotment old = Allotment.afresh(shapes, parts(0, 1 + random.nextInt(5)));
      final Allotment next =
          Allotment.afresh(shapes, parts(random.nextInt(3), 1 + random.nextInt(5)));
      assertThat(LeastBytes.of(shapes, old.held(), next))
          .isEqualTo(leastByTrial(shapes, old, next, new ArrayList<>(next.parts()), 0))
          .isLessThanOrEqualTo(moved(shapes, old, next));
    }
  }

  @Test
  void aNumberingThatMovesMoreIsSeen() {
    final List<Shape> shapes = List.of(new Shape(64, 64, Double.BYTES));
    final List<Part> workers = List.of(new Part("a", 1), new Part("b", 1), new Part("c", 1));
    final Allotment old = Allotment.afresh(shapes, workers);
    final Allotment turned =
        new Allotment(List.of(workers.get(1), workers.get(2), workers.get(0)), old.grids());
    assertThat(moved(shapes, old, turned)).isEqualTo(64 * 64 * Double.BYTES);
    assertThat(LeastBytes.of(shapes, old.held(), turned)).isZero();
  }

  @Test
  void ofManyWorkersItIsABoundThatNoPlanGoesBelow() {
    final List<Shape> shapes = List.of(new Shape(500, 500, Double.BYTES));
    final List<Part> workers = parts(0, 70);
    final Allotment old = Allotment.afresh(shapes, workers);
    final TransferPlan plan =
        TransferPlan.of(shapes, old.held(), workers.subList(1, 70), Balance.EXACT);
    assertThat(LeastBytes.of(shapes, old.held(), plan.next()))
        .isPositive()
        .isLessThanOrEqualTo(plan.bytesMoved());
  }

  @Test
  void nothingMovesWhereNothingIsHeld() {
    final List<Shape> shapes = shapes();
    assertThat(LeastBytes.of(shapes, Holding.NOTHING, Allotment.afresh(shapes, parts(0, 3))))
        .isZero();
  }
}
