package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random tilings of one to three dimensions, small enough for every cell to be looked at. */
final class HaloPlanTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  /** Somebody's share of an array, and who is beside it. */
  private record Case(Region grid, List<Region> regions, Reach reach, boolean periodic) {
    HaloPlan plan(int rank) {
      return HaloPlan.of(grid, regions, reach, periodic, rank);
    }
  }

  private Case any(int leastWidth, boolean periodic) {
    final Extents extents = new Samples(random).extents();
    final List<Region> regions =
        new Samples(random).bisection(extents).boxes().stream().map(Region::of).toList();
    final int width = leastWidth + random.nextInt(3);
    return new Case(
        new Shape(extents, 1).all(), regions, Reach.of(width, extents.dimensions()), periodic);
  }

  private static void assertEachIsInOne(List<Region> of, List<Region> pieces) {
    for (final Region region : of) {
      for (long line = 0; line < region.lines(); line++) {
        for (long column = region.columnFrom(); column < region.columnTo(); column++) {
          final long p = region.planeOf(line);
          final long r = region.rowOf(line);
          final long c = column;
          assertThat(pieces.stream().filter(each -> each.contains(p, r, c)).count()).isEqualTo(1);
        }
      }
    }
  }

  @RepeatedTest(40)
  void everyNeighbouringCellComesFromItsOwnerExactlyOnce() {
    final Case any = any(1, false);
    for (int rank = 0; rank < any.regions().size(); rank++) {
      final List<Region> got = new ArrayList<>();
      for (final HaloPlan.Exchange exchange : any.plan(rank).receives()) {
        for (final HaloPlan.Patch patch : exchange.patches()) {
          assertThat(patch.source().intersect(any.regions().get(exchange.rank())))
              .isEqualTo(patch.source());
          got.add(patch.target());
        }
      }
      final Region own = any.regions().get(rank);
      assertEachIsInOne(own.grow(any.reach()).intersect(any.grid()).without(own), got);
    }
  }

  @RepeatedTest(40)
  void theInnerCellsNeedNothingOfOthersAndTheEdgesAreTheRest() {
    final Case any = any(0, random.nextBoolean());
    for (int rank = 0; rank < any.regions().size(); rank++) {
      final Region own = any.regions().get(rank);
      final HaloPlan plan = any.plan(rank);
      final Region inner = plan.inner(own, any.reach());
      for (final HaloPlan.Exchange exchange : plan.receives()) {
        for (final HaloPlan.Patch patch : exchange.patches()) {
          assertThat(inner.isEmpty() || inner.grow(any.reach()).intersect(patch.target()).isEmpty())
              .isTrue();
        }
      }
      if (plan.receives().isEmpty()) {
        assertThat(inner).isEqualTo(own);
      }
      final List<Region> pieces = new ArrayList<>(own.without(inner));
      pieces.add(inner);
      assertEachIsInOne(List.of(own), pieces);
    }
  }

  @RepeatedTest(40)
  void partsAreAllLinesInTheirOrder() {
    final Case any = any(0, false);
    for (final Region region : any.regions()) {
      final long most = 1L + random.nextInt(2000);
      long next = 0;
      for (final Region part : region.parts(most)) {
        assertThat(part.cells()).isLessThanOrEqualTo(Math.max(most, region.columns()));
        for (long line = 0; line < part.lines(); line++) {
          assertThat(region.lineOf(part.planeOf(line), part.rowOf(line))).isEqualTo(next++);
        }
      }
      assertThat(next).isEqualTo(region.lines());
    }
  }
}
