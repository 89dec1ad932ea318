package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Properties of distributions and plans, over random shapes, worker counts and weights. */
final class TransferPlanTest {
  private static final int ROUNDS = 300;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final Samples samples = new Samples(random);

  private List<Shape> shapes() {
    final List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      final Extents extents = Extents.of(8 + random.nextInt(60), 8 + random.nextInt(60));
      shapes.add(
          new Shape(
              extents,
              random.nextBoolean() ? 8 : 1,
              random.nextBoolean() ? Division.bisection() : samples.division(extents)));
    }
    return shapes;
  }

  private List<Part> parts(int from, int count, boolean weighted) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> new Part("w" + i, weighted ? 1 + random.nextInt(3) : 1))
        .toList();
  }

  private Balance balance() {
    return switch (random.nextInt(3)) {
      case 0 -> Balance.EXACT;
      case 1 -> Balance.USUAL;
      default -> new Balance(1 + random.nextDouble() / 2);
    };
  }

  @Test
  void aPlanBringsEveryCellToItsNewOwner() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final int before = 1 + random.nextInt(12);
      final Allotment old = Allotment.afresh(shapes, parts(0, before, random.nextBoolean()));
      final int staying = random.nextInt(before + 1);
      final List<Part> next = new ArrayList<>(old.parts().subList(0, staying));
      next.addAll(parts(100, (staying == 0 ? 1 : 0) + random.nextInt(6), random.nextBoolean()));
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next, balance());
      final long[] covered = new long[plan.next().size()];
      long moved = 0;
      for (final TransferPlan.Move move : plan.moves()) {
        final int rank = plan.next().rankOf(move.to());
        final IndexSet indices = move.indices();
        assertThat(plan.next().grids().get(move.grid()).owned(rank).intersect(indices).cells())
            .isEqualTo(indices.cells());
        covered[rank] += indices.cells() * shapes.get(move.grid()).cellBytes();
        moved += move.local() ? 0 : indices.cells() * shapes.get(move.grid()).cellBytes();
      }
      for (int rank = 0; rank < covered.length; rank++) {
        long wanted = 0;
        for (int g = 0; g < shapes.size(); g++) {
          wanted += plan.next().region(rank, g).cells() * shapes.get(g).cellBytes();
        }
        assertThat(covered[rank]).isEqualTo(wanted);
      }
      assertThat(plan.bytesMoved())
          .isEqualTo(moved)
          .isEqualTo(LeastBytes.of(shapes, old.held(), plan.next()));
    }
  }

  @Test
  void theOrderInWhichWorkersAreNamedDoesNotMatter() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final Allotment old = Allotment.afresh(shapes, parts(0, 1 + random.nextInt(8), false));
      final List<Part> next =
          new ArrayList<>(parts(random.nextInt(4), 1 + random.nextInt(8), true));
      final Balance balance = balance();
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next, balance);
      Collections.shuffle(next, java.util.Random.from(random));
      assertThat(TransferPlan.of(shapes, old.held(), next, balance)).isEqualTo(plan);
    }
  }

  @Test
  void noRenumberingMovesLessThanTheOneChosenWhateverTheWeights() {
    for (int round = 0; round < 60; round++) {
      final List<Shape> shapes = shapes();
      final Allotment old =
          Allotment.afresh(shapes, parts(0, 2 + random.nextInt(4), random.nextBoolean()));
      final List<Part> next = parts(random.nextInt(3), 2 + random.nextInt(4), random.nextBoolean());
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next, Balance.EXACT);
      assertThat(plan.bytesMoved()).isEqualTo(LeastBytes.of(shapes, old.held(), plan.next()));
      final Allotment afresh = Allotment.afresh(shapes, plan.next().parts());
      boolean lines = false;
      for (int g = 0; g < shapes.size(); g++) {
        final boolean dealt = shapes.get(g).division().isDealt();
        lines |= dealt;
        assertThat(dealt || plan.next().grids().get(g).equals(afresh.grids().get(g))).isTrue();
      }
      final long least = leastOverAllOrders(shapes, old, new ArrayList<>(next), 0);
      // By weight lines are dealt out otherwise than in order, which may cost more.
      assertThat(isDealtByWeight(shapes, next) || plan.bytesMoved() <= least).isTrue();
      assertThat(lines || plan.bytesMoved() == least).isTrue();
    }
  }

  private static boolean isDealtByWeight(List<Shape> shapes, List<Part> parts) {
    return shapes.stream().allMatch(shape -> shape.division().isDealt())
        && parts.stream().map(Part::weight).distinct().count() > 1;
  }

  @Test
  void linesAreDealtOutByWeightWhenWorkersComeAndGoOrChangeTheirSpeed() {
    final List<Shape> shapes =
        List.of(
            new Shape(Extents.of(997, 5), 8, Division.dealtRows(2)),
            new Shape(Extents.of(997), 1, Division.dealtColumns(1)));
    Holding held = Holding.NOTHING;
    for (int round = 0; round < 60; round++) {
      final List<Part> parts = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(6); i++) {
        parts.add(new Part("w" + (i + random.nextInt(2) * 10), 0.3 + random.nextInt(4)));
      }
      final TransferPlan plan = TransferPlan.of(shapes, held, parts, balance());
      assertThat(plan.bytesMoved()).isEqualTo(LeastBytes.of(shapes, held, plan.next()));
      final double all = parts.stream().mapToDouble(Part::weight).sum();
      for (int rank = 0; rank < parts.size(); rank++) {
        final double asked = plan.next().parts().get(rank).weight() / all;
        assertThat(plan.next().region(rank, 1).cells() / 997.0)
            .as("of %s", plan.next().parts())
            .isBetween(0.8 * asked, 1.2 * asked);
      }
      held = plan.next().held();
    }
  }

  private static long leastOverAllOrders(
      List<Shape> shapes, Allotment old, List<Part> order, int fixed) {
    if (fixed == order.size()) {
      final Allotment next = Allotment.afresh(shapes, order);
      long moved = 0;
      for (int rank = 0; rank < order.size(); rank++) {
        for (int before = 0; before < old.size(); before++) {
          if (!old.parts().get(before).worker().equals(order.get(rank).worker())) {
            for (int g = 0; g < shapes.size(); g++) {
              moved +=
                  old.grids()
                          .get(g)
                          .owned(before)
                          .intersect(next.grids().get(g).owned(rank))
                          .cells()
                      * shapes.get(g).cellBytes();
            }
          }
        }
      }
      return moved;
    }
    long least = Long.MAX_VALUE;
    for (int i = fixed; i < order.size(); i++) {
      Collections.swap(order, fixed, i);
      least = Math.min(least, leastOverAllOrders(shapes, old, order, fixed + 1));
      Collections.swap(order, fixed, i);
    }
    return least;
  }

  @Test
  void manyWorkersOfManyWeightsStillGetAPlan() {
    final List<Shape> shapes = List.of(new Shape(500, 500, 8));
    final Allotment old = Allotment.afresh(shapes, parts(0, 24, true));
    final TransferPlan plan =
        TransferPlan.of(shapes, old.held(), parts(1, 24, true), Balance.EXACT);
    assertThat(plan.bytesMoved())
        .isGreaterThanOrEqualTo(LeastBytes.of(shapes, old.held(), plan.next()))
        .isPositive();
  }

  @Test
  void haloPatchesOfSenderAndReceiverAgreeAndCoverTheFrame() {
    for (int round = 0; round < ROUNDS; round++) {
      final int rows = 6 + random.nextInt(30);
      final int columns = 6 + random.nextInt(30);
      final Reach reach = Reach.of(1 + random.nextInt(3), 2);
      final boolean periodic = random.nextBoolean();
      final List<Region> regions =
          Allotment.afresh(
                  List.of(new Shape(rows, columns, 8)), parts(0, 1 + random.nextInt(7), true))
              .regions(0);
      final Region grid = Region.of(rows, columns);
      for (int rank = 0; rank < regions.size(); rank++) {
        final HaloPlan mine = HaloPlan.of(grid, regions, reach, periodic, rank);
        long covered = mine.own().stream().mapToLong(p -> p.source().cells()).sum();
        for (final HaloPlan.Exchange in : mine.receives()) {
          covered += in.cells();
          final int self = rank;
          assertThat(
                  HaloPlan.of(grid, regions, reach, periodic, in.rank()).sends().stream()
                      .filter(out -> out.rank() == self)
                      .findFirst()
                      .orElseThrow()
                      .patches())
              .isEqualTo(in.patches());
        }
        final Region frame = regions.get(rank).grow(reach);
        final Region within = periodic ? frame : frame.intersect(grid);
        assertThat(covered).isEqualTo(within.cells() - regions.get(rank).cells());
      }
    }
  }

  @Test
  void aWorkerThatTakesAnothersPlaceTakesItsRectangleAndNothingElseMoves() {
    for (int round = 0; round < 30; round++) {
      final List<Shape> shapes = List.of(new Shape(300, 200, 8));
      final Allotment old = Allotment.afresh(shapes, parts(0, 2 + random.nextInt(10), true));
      final int leaver = random.nextInt(old.size());
      final List<Part> next = new ArrayList<>(old.parts());
      next.set(leaver, new Part("other", old.parts().get(leaver).weight()));
      assertThat(TransferPlan.of(shapes, old.held(), next, Balance.USUAL).bytesMoved())
          .isEqualTo(old.region(leaver, 0).cells() * 8);
    }
  }

  @Test
  void piecesThatOneWorkerHoldsForSeveralRanksCountAsItsOwn() {
    final List<Shape> shapes = List.of(new Shape(120, 120, 8));
    final Allotment kept = Allotment.afresh(shapes, parts(0, 4, false));
    final Holding held = new Holding(kept, List.of("w0", "w0", "w2", "w2"));
    final TransferPlan plan = TransferPlan.of(shapes, held, parts(0, 1, false), Balance.USUAL);
    assertThat(plan.bytesMoved()).isEqualTo(120 * 120 * 8 / 2);
    final TransferPlan two =
        TransferPlan.of(shapes, held, List.of(new Part("w0", 1), new Part("w2", 1)), Balance.USUAL);
    assertThat(two.bytesMoved()).isZero();
  }

  @Test
  void gridsOfEqualExtentsAreCutAlike() {
    for (int round = 0; round < 30; round++) {
      final List<Shape> shapes = List.of(new Shape(90, 70, 8), new Shape(90, 70, 1));
      final Allotment old = Allotment.afresh(shapes, parts(0, 1 + random.nextInt(8), true));
      final Allotment next =
          TransferPlan.of(shapes, old.held(), parts(1, 1 + random.nextInt(8), true), balance())
              .next();
      assertThat(next.regions(0)).isEqualTo(next.regions(1));
    }
  }
}
