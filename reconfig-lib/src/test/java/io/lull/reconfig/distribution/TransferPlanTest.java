package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Properties of distributions and plans, over random shapes, worker counts and weights. */
final class TransferPlanTest {
  private static final int ROUNDS = 300;

  private final long seed = Long.getLong("lull.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private String described() {
    return "seed " + seed + "; repeat with -Dlull.seed=" + seed + " -Dtest=TransferPlanTest";
  }

  private List<Shape> shapes() {
    final List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      shapes.add(
          new Shape(8 + random.nextInt(60), 8 + random.nextInt(60), random.nextBoolean() ? 8 : 1));
    }
    return shapes;
  }

  private List<Part> parts(int from, int count, boolean weighted) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> new Part("w" + i, weighted ? 1 + random.nextInt(3) : 1))
        .toList();
  }

  @Test
  void everyCellIsOwnedExactlyOnceWhateverTheWeights() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final Distribution distribution =
          Distribution.of(shapes, parts(0, 1 + random.nextInt(20), true));
      for (int g = 0; g < shapes.size(); g++) {
        final int[][] owners = new int[(int) shapes.get(g).rows()][(int) shapes.get(g).columns()];
        for (final Region region : distribution.grid(g)) {
          assertThat(region.isEmpty()).as(described()).isFalse();
          for (long r = region.rowFrom(); r < region.rowTo(); r++) {
            for (long c = region.columnFrom(); c < region.columnTo(); c++) {
              owners[(int) r][(int) c]++;
            }
          }
        }
        assertThat(Arrays.stream(owners).flatMapToInt(Arrays::stream))
            .as(described())
            .allMatch(owned -> owned == 1);
      }
    }
  }

  @Test
  void aWorkersShareFollowsItsWeight() {
    final double[] weights = {1, 1, 2, 4};
    final List<Region> regions = RecursiveBisection.divide(800, 800, weights);
    for (int i = 0; i < weights.length; i++) {
      assertThat((double) regions.get(i).cells())
          .isCloseTo(
              800.0 * 800 * weights[i] / 8, org.assertj.core.data.Percentage.withPercentage(1));
    }
  }

  @Test
  void aPlanBringsEveryCellToItsNewOwner() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final int before = 1 + random.nextInt(12);
      final Distribution old = Distribution.of(shapes, parts(0, before, random.nextBoolean()));
      final int staying = random.nextInt(before + 1);
      final List<Part> next = new ArrayList<>(old.parts().subList(0, staying));
      next.addAll(parts(100, (staying == 0 ? 1 : 0) + random.nextInt(6), random.nextBoolean()));
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next);
      final long[] covered = new long[plan.next().size()];
      long moved = 0;
      for (final TransferPlan.Move move : plan.moves()) {
        final int rank = plan.next().rankOf(move.to());
        assertThat(plan.next().regions().get(rank).get(move.grid()).intersect(move.region()))
            .as(described())
            .isEqualTo(move.region());
        covered[rank] += move.region().cells() * shapes.get(move.grid()).cellBytes();
        moved += move.local() ? 0 : move.region().cells() * shapes.get(move.grid()).cellBytes();
      }
      for (int rank = 0; rank < covered.length; rank++) {
        long wanted = 0;
        for (int g = 0; g < shapes.size(); g++) {
          wanted += plan.next().regions().get(rank).get(g).cells() * shapes.get(g).cellBytes();
        }
        assertThat(covered[rank]).as(described()).isEqualTo(wanted);
      }
      assertThat(plan.bytesMoved())
          .as(described())
          .isEqualTo(moved)
          .isGreaterThanOrEqualTo(plan.bytesLeast());
    }
  }

  @Test
  void theOrderInWhichWorkersAreNamedDoesNotMatter() {
    for (int round = 0; round < ROUNDS; round++) {
      final List<Shape> shapes = shapes();
      final Distribution old = Distribution.of(shapes, parts(0, 1 + random.nextInt(8), false));
      final List<Part> next =
          new ArrayList<>(parts(random.nextInt(4), 1 + random.nextInt(8), true));
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next);
      Collections.shuffle(next, random);
      assertThat(TransferPlan.of(shapes, old.held(), next)).as(described()).isEqualTo(plan);
    }
  }

  @Test
  void noRenumberingMovesLessThanTheOneChosenWhateverTheWeights() {
    for (int round = 0; round < 60; round++) {
      final List<Shape> shapes = shapes();
      final Distribution old =
          Distribution.of(shapes, parts(0, 2 + random.nextInt(4), random.nextBoolean()));
      final List<Part> next = parts(random.nextInt(3), 2 + random.nextInt(4), random.nextBoolean());
      final TransferPlan plan = TransferPlan.of(shapes, old.held(), next);
      assertThat(plan.bytesMoved()).as(described()).isEqualTo(plan.bytesLeast());
      assertThat(plan.next().regions())
          .as(described())
          .isEqualTo(Distribution.of(shapes, plan.next().parts()).regions());
      assertThat(plan.bytesLeast())
          .as(described())
          .isEqualTo(leastOverAllOrders(shapes, old, new ArrayList<>(next), 0));
    }
  }

  private static long leastOverAllOrders(
      List<Shape> shapes, Distribution old, List<Part> order, int fixed) {
    if (fixed == order.size()) {
      final Distribution next = Distribution.of(shapes, order);
      long moved = 0;
      for (int rank = 0; rank < order.size(); rank++) {
        for (final Holding holding : old.held()) {
          if (!holding.holder().equals(order.get(rank).worker())) {
            for (int g = 0; g < shapes.size(); g++) {
              moved +=
                  holding.regions().get(g).intersect(next.regions().get(rank).get(g)).cells()
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
    final Distribution old = Distribution.of(shapes, parts(0, 24, true));
    final TransferPlan plan = TransferPlan.of(shapes, old.held(), parts(1, 24, true));
    assertThat(plan.bytesMoved()).isGreaterThanOrEqualTo(plan.bytesLeast()).isPositive();
  }

  @Test
  void haloPatchesOfSenderAndReceiverAgreeAndCoverTheFrame() {
    for (int round = 0; round < ROUNDS; round++) {
      final int rows = 6 + random.nextInt(30);
      final int columns = 6 + random.nextInt(30);
      final int width = 1 + random.nextInt(3);
      final boolean periodic = random.nextBoolean();
      final List<Region> regions =
          RecursiveBisection.divide(
              rows,
              columns,
              parts(0, 1 + random.nextInt(7), true).stream().mapToDouble(Part::weight).toArray());
      final Region grid = Region.of(rows, columns);
      for (int rank = 0; rank < regions.size(); rank++) {
        final HaloPlan mine = HaloPlan.of(grid, regions, width, periodic, rank);
        long covered = mine.own().stream().mapToLong(p -> p.source().cells()).sum();
        for (final HaloPlan.Exchange in : mine.receives()) {
          covered += in.cells();
          final int self = rank;
          assertThat(
                  HaloPlan.of(grid, regions, width, periodic, in.rank()).sends().stream()
                      .filter(out -> out.rank() == self)
                      .findFirst()
                      .orElseThrow()
                      .patches())
              .as(described())
              .isEqualTo(in.patches());
        }
        final Region frame = regions.get(rank).grow(width);
        final Region within = periodic ? frame : frame.intersect(grid);
        assertThat(covered).as(described()).isEqualTo(within.cells() - regions.get(rank).cells());
      }
    }
  }

  @Test
  void moreWorkersThanCellsAreRefused() {
    assertThatThrownBy(() -> RecursiveBisection.divide(2, 2, new double[] {1, 1, 1, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be divided among 5 workers");
  }
}
