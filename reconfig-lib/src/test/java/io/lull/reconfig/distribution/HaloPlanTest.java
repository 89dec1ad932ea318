package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random tilings, small enough for every cell to be looked at. */
final class HaloPlanTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  private List<Region> tiling(Extents extents) {
    return new Samples(random).bisection(extents).boxes().stream().map(Region::of).toList();
  }

  @RepeatedTest(50)
  void everyNeighbouringCellComesFromItsOwnerExactlyOnce() {
    final Extents extents = Extents.of(1 + random.nextInt(40), 1 + random.nextInt(40));
    final Region grid = Region.of(extents.length(0), extents.length(1));
    final List<Region> regions = tiling(extents);
    final int width = 1 + random.nextInt(2);
    for (int rank = 0; rank < regions.size(); rank++) {
      final HaloPlan plan = HaloPlan.of(grid, regions, width, false, rank);
      final List<Region> got = new ArrayList<>();
      for (final HaloPlan.Exchange exchange : plan.receives()) {
        for (final HaloPlan.Patch patch : exchange.patches()) {
          assertThat(patch.source().intersect(regions.get(exchange.rank())))
              .isEqualTo(patch.source());
          got.add(patch.target());
        }
      }
      final Region own = regions.get(rank);
      for (final Region rest : own.grow(width).intersect(grid).without(own)) {
        for (long row = rest.rowFrom(); row < rest.rowTo(); row++) {
          for (long column = rest.columnFrom(); column < rest.columnTo(); column++) {
            final long r = row;
            final long c = column;
            assertThat(got.stream().filter(each -> each.contains(r, c)).count()).isEqualTo(1);
          }
        }
      }
    }
  }

  @RepeatedTest(50)
  void theInnerCellsNeedNothingOfOthersAndTheEdgesAreTheRest() {
    final Extents extents = Extents.of(1 + random.nextInt(40), 1 + random.nextInt(40));
    final Region grid = Region.of(extents.length(0), extents.length(1));
    final List<Region> regions = tiling(extents);
    final int width = random.nextInt(4);
    final boolean periodic = random.nextBoolean();
    for (int rank = 0; rank < regions.size(); rank++) {
      final Region own = regions.get(rank);
      final HaloPlan plan = HaloPlan.of(grid, regions, width, periodic, rank);
      final Region inner = plan.inner(own, width);
      for (final HaloPlan.Exchange exchange : plan.receives()) {
        for (final HaloPlan.Patch patch : exchange.patches()) {
          assertThat(inner.isEmpty() || inner.grow(width).intersect(patch.target()).isEmpty())
              .isTrue();
        }
      }
      if (plan.receives().isEmpty()) {
        assertThat(inner).isEqualTo(own);
      }
      final List<Region> pieces = new ArrayList<>(own.without(inner));
      pieces.add(inner);
      for (long row = own.rowFrom(); row < own.rowTo(); row++) {
        for (long column = own.columnFrom(); column < own.columnTo(); column++) {
          final long r = row;
          final long c = column;
          assertThat(pieces.stream().filter(each -> each.contains(r, c)).count()).isEqualTo(1);
        }
      }
    }
  }
}
