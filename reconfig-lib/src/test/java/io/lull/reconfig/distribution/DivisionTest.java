package io.lull.reconfig.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Properties of divisions, over random arrays and numbers of workers. */
final class DivisionTest {
  private static final int ROUNDS = 300;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final Samples samples = new Samples(random);

  @Test
  void whatARankOwnsIsOneBoxOfPlacesInTheOrderOfTheIndices() {
    for (int round = 0; round < ROUNDS; round++) {
      final Distribution distribution = samples.distribution(samples.extents());
      final int dimensions = distribution.extents().dimensions();
      long cells = 0;
      for (int rank = 0; rank < distribution.size(); rank++) {
        assertThat(distribution.box(rank).cells()).isEqualTo(distribution.owned(rank).cells());
        cells += distribution.box(rank).cells();
      }
      assertThat(cells).isEqualTo(distribution.extents().cells());
      Samples.forEachIndex(
          distribution.extents(),
          (_, index) -> {
            final long[] place = new long[Extents.MOST_DIMENSIONS];
            for (int d = 0; d < dimensions; d++) {
              final long at = distribution.of(d, index[d]);
              assertThat(distribution.index(d, at)).isEqualTo(index[d]);
              place[Extents.MOST_DIMENSIONS - dimensions + d] = at;
            }
            final int owner = distribution.owner(index);
            final Region box = distribution.box(owner);
            assertThat(box.contains(place[0], place[1], place[2])).isTrue();
            assertThat(box.lineOf(place[0], place[1]) * box.columns() + place[2] - box.columnFrom())
                .isEqualTo(distribution.owned(owner).position(index));
          });
    }
  }

  @Test
  void fromAPlaceOnSoManyIndicesFollowEachOtherAsItSays() {
    for (int round = 0; round < ROUNDS; round++) {
      final Distribution distribution = samples.distribution(samples.extents());
      for (int d = 0; d < distribution.extents().dimensions(); d++) {
        final long length = distribution.extents().length(d);
        for (long place = 0; place < length; place++) {
          final long stretch = distribution.stretch(d, place);
          assertThat(stretch).isPositive();
          for (long i = 1; i < stretch && distribution.index(d, place) + i < length; i++) {
            assertThat(distribution.of(d, distribution.index(d, place) + i)).isEqualTo(place + i);
          }
        }
      }
    }
  }

  @Test
  void aPartOfTheArrayIsOneBoxOfEachRank() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      final BlockCyclic dealt = samples.dealt(extents);
      final Region all = Region.of(extents.all());
      final Region area = samples.region(all);
      for (int rank = 0; rank < dealt.size(); rank++) {
        final Region part = dealt.part(rank, area);
        assertThat(part.intersect(dealt.box(rank)).cells()).isEqualTo(part.cells());
        assertThat(part.cells())
            .isEqualTo(dealt.owned(rank).intersect(area.indices(extents.dimensions())).cells());
        new Packing(dealt.owned(rank).intersect(area.indices(extents.dimensions())), dealt)
            .strips(strip ->
                assertThat(
                        part.contains(strip.plane(), strip.row(), strip.column())
                            && part.contains(
                                strip.plane(),
                                strip.row(),
                                strip.columnOf(strip.count() - 1) + strip.length() - 1))
                    .isTrue());
      }
    }
  }

  @Test
  void anyPartOfWhatTravelsIsPackedAsTheWholeIs() {
    for (int round = 0; round < ROUNDS; round++) {
      final Extents extents = samples.extents();
      for (final Redistribution.Transfer transfer :
          Redistribution.transfers(samples.distribution(extents), samples.distribution(extents))) {
        final List<Long> inOrder = new ArrayList<>();
        transfer
            .indices()
            .forEachLine((start, length) -> {
              for (long i = 0; i < length; i++) {
                inOrder.add(position(extents, start) + i);
              }
            });
        final Packing packing = new Packing(transfer.indices(), Places.OWN);
        assertThat(packing.cells()).isEqualTo(inOrder.size());
        final int from = random.nextInt(inOrder.size());
        final int to = from + 1 + random.nextInt(inOrder.size() - from);
        final List<Long> part = new ArrayList<>();
        packing.strips(
            from,
            to,
            strip -> {
              for (long s = 0; s < strip.count(); s++) {
                for (long i = 0; i < strip.length(); i++) {
                  part.add(
                      Region.of(extents.all()).lineOf(strip.plane(), strip.row())
                              * extents.length(extents.dimensions() - 1)
                          + strip.columnOf(s)
                          + i);
                }
              }
            });
        assertThat(part).isEqualTo(inOrder.subList(from, to));
      }
    }
  }

  private static long position(Extents extents, long[] index) {
    return extents.all().position(index);
  }

  @Test
  void theGridOfProcessesIsTheMostNearlySquareOne() {
    assertThat(Division.processes(6, 1)).containsExactly(6);
    assertThat(Division.processes(1, 2)).containsExactly(1, 1);
    assertThat(Division.processes(2, 2)).containsExactly(1, 2);
    assertThat(Division.processes(6, 2)).containsExactly(2, 3);
    assertThat(Division.processes(7, 2)).containsExactly(1, 7);
    assertThat(Division.processes(12, 2)).containsExactly(3, 4);
    assertThat(Division.processes(16, 2)).containsExactly(4, 4);
    assertThat(Division.processes(8, 3)).containsExactly(2, 2, 2);
    assertThat(Division.processes(12, 3)).containsExactly(2, 2, 3);
  }

  @Test
  void weightsCountWhereWholeLinesAreGivenAndNotWhereBlocksAreDealt() {
    final Extents extents = Extents.of(40, 60);
    final List<Double> weights = List.of(1.0, 3.0);
    assertThat(Division.rows().among(extents, weights).regions())
        .containsExactly(new Region(0, 10, 0, 60), new Region(10, 40, 0, 60));
    assertThat(Division.columns().among(extents, weights).regions())
        .containsExactly(new Region(0, 40, 0, 15), new Region(0, 40, 15, 60));
    assertThat(Division.cyclic().among(extents, weights).owned(0).cells()).isEqualTo(1200);
    assertThat(Division.blockCyclic(8, 4).among(extents, weights).owned(1).cells())
        .isEqualTo(40 * 28);
    assertThat(Division.planes().among(Extents.of(4, 2, 2), weights).regions())
        .containsExactly(new Region(0, 1, 0, 2, 0, 2), new Region(1, 4, 0, 2, 0, 2));
  }

  @Test
  void linesAreDealtToWorkersWhole() {
    final Extents extents = Extents.of(40, 60);
    final List<Double> weights = List.of(1.0, 3.0, 1.0);
    final Distribution rows = Division.dealtRows(8).among(extents, weights);
    assertThat(rows.owned(0)).isEqualTo(twoBlocksOfRows(0, 8, 24));
    assertThat(rows.owned(1)).isEqualTo(twoBlocksOfRows(8, 16, 32));
    assertThat(rows.owned(2).cells()).isEqualTo(8 * 60);
    final Distribution columns = Division.dealtColumns(20).among(extents, weights);
    for (int rank = 0; rank < 3; rank++) {
      assertThat(columns.owned(rank))
          .isEqualTo(
              new IndexSet(
                  List.of(Runs.between(0, 40), Runs.between(20L * rank, 20L * rank + 20))));
    }
    assertThat(Division.dealtRows(3).keepsRowsWhole()).isTrue();
    assertThat(Division.rows().keepsRowsWhole()).isTrue();
    assertThat(
            List.of(
                Division.dealtColumns(3),
                Division.columns(),
                Division.bisection(),
                Division.cyclic(),
                Division.blockCyclic(3, 60)))
        .noneMatch(Division::keepsRowsWhole);
    assertThatThrownBy(() -> Division.dealtRows(3).check("u", Extents.of(40)))
        .hasMessage("grid u of 40 cells has no rows to be dealt out: take dealtColumns(block)");
  }

  /** The rows, of 60 columns, from one to another, and as many from a second. */
  private static IndexSet twoBlocksOfRows(long from, long to, long second) {
    return new IndexSet(
        List.of(
            new Runs(List.of(new Run(from, to - from, second - from, 2))), Runs.between(0, 60)));
  }

  @Test
  void saysInOneLineWhatDoesNotFitTheDimensions() {
    assertThatThrownBy(() -> Division.planes().check("u", Extents.of(4, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "grid u of 4 x 5 cells cannot be divided by planes: take columns(), rows() or"
                + " bisection()");
    assertThatThrownBy(() -> Division.rows().check("u", Extents.of(4)))
        .hasMessage("grid u of 4 cells cannot be divided by rows: take columns() or bisection()");
    assertThatThrownBy(() -> Division.blockCyclic(2, 2, 2).check("u", Extents.of(4, 5)))
        .hasMessage(
            "grid u of 4 x 5 cells is dealt out in blocks of [2, 2, 2]: give a length for each"
                + " dimension");
    assertThatThrownBy(() -> Division.blockCyclic(2, 0))
        .hasMessage("blocks are dealt out with lengths from 1, not [2, 0]");
  }
}
