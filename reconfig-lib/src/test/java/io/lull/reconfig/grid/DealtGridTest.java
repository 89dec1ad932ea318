package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.KernelThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is dealt out can do less, and says so. */
final class DealtGridTest {
  private static final Extents EXTENTS = Extents.of(20, 30);

  private final KernelThreads threads = new KernelThreads(() -> 2);
  private final Alone alone = new Alone(threads);

  @AfterEach
  void stop() {
    threads.close();
  }

  private DoubleGrid dealt(String name, Division division) {
    final DoubleGrid grid =
        new DoubleGrid(name, EXTENTS, division, Halo.of(0), alone.exchange(), threads);
    Alone.place(grid);
    grid.fill((row, column) -> row * 100 + column);
    return grid;
  }

  @Test
  void hasNoHalo() {
    assertThatThrownBy(() ->
            new IntGrid("u", EXTENTS, Division.cyclic(), Halo.of(1), alone.exchange(), threads))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "grid u is dealt out, so no cell has its neighbours beside it: declare it with"
                + " Halo.of(0), and bring cells that others need to all workers by everywhere");
  }

  @Test
  void isReadOnlyWithGridsDividedAlike() {
    final DoubleGrid one = dealt("one", Division.blockCyclic(2, 3));
    final DoubleGrid other = dealt("other", Division.cyclic());
    assertThatThrownBy(() -> one.update(one.all(), c -> other.at(c), other))
        .hasMessage(
            "an update of grid one cannot read grid other: the two need to be divided alike");
    assertThatThrownBy(() ->
            one.update(one.all(), other, Footprint.ofFiner(1), (before, _, _, _, _) -> before))
        .hasMessage(
            "an update of grid one cannot read grid other by a footprint: neither of the two may"
                + " be dealt out; bring its cells to all workers by everywhere");
  }

  @Test
  void aKernelKnowsWhereItsCellIs() {
    final DoubleGrid grid = dealt("u", Division.blockCyclic(2, 3));
    grid.update(
        new Region(3, 17, 4, 29),
        (cell, plane, row, column) -> grid.at(cell) - (row * 100 + column) + plane);
    assertThat(grid.sum(c -> grid.at(c) == 0 ? 1 : 0)).isEqualTo(14 * 25 + 1);
  }

  @Test
  void aRowKernelHasWholeRowsBeforeIt() {
    final DoubleGrid grid = dealt("u", Division.dealtRows(3));
    grid.updateRows(
        new Region(2, 15, 5, 30),
        (row, cells) -> {
          assertThat(cells).hasSize(25);
          assertThat(cells[0]).isEqualTo(row * 100 + 5.0);
          for (int i = 0; i < cells.length; i++) {
            cells[i] = -cells[i];
          }
        });
    assertThat(grid.sum(c -> grid.at(c) < 0 ? 1 : 0)).isEqualTo(13 * 25);
    assertThat(grid.row(14, 4, 7)).containsExactly(1404, -1405, -1406);
    assertThat(grid.row(15, 4, 7)).containsExactly(1504, 1505, 1506);
  }

  @Test
  void aRowMayBeWiderThanABlockOfAnUpdate() {
    final DoubleGrid grid =
        new DoubleGrid(
            "wide", Extents.of(3, 20_000), Division.rows(), Halo.of(0), alone.exchange(), threads);
    Alone.place(grid);
    grid.fill((row, column) -> column);
    grid.updateRows(
        new Region(1, 2, 0, 20_000),
        (_, cells) -> {
          assertThat(cells).hasSize(20_000);
          cells[19_999] = -1;
        });
    assertThat(grid.row(1, 19_998, 20_000)).containsExactly(19_998, -1);
    assertThat(grid.row(2, 19_998, 20_000)).containsExactly(19_998, 19_999);
  }

  @Test
  void aRowKernelNeedsADivisionThatCutsNoRow() {
    final DoubleGrid grid = dealt("u", Division.blockCyclic(2, 3));
    assertThatThrownBy(() -> grid.updateRows(grid.all(), (_, _) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "updateRows of grid u needs whole rows on each worker: declare it with"
                + " Division.rows() or Division.dealtRows(block)");
  }

  @Test
  void bringsWhatIsThereAndNoMoreThanFits() {
    final DoubleGrid grid = dealt("u", Division.cyclic());
    assertThat(grid.row(3, 5, 8)).containsExactly(305, 306, 307);
    assertThat(grid.column(7, 18, 20)).containsExactly(1807, 1907);
    assertThat(grid.everywhere(new Region(1, 3, 28, 30))).containsExactly(128, 129, 228, 229);
    assertThatThrownBy(() -> grid.row(20, 0, 30))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("grid u of 20 x 30 cells has no ");
    final DoubleGrid large =
        new DoubleGrid(
            "large",
            Extents.of(1 << 24),
            Division.bisection(),
            Halo.of(0),
            alone.exchange(),
            threads);
    assertThatThrownBy(() -> large.everywhere(large.all()))
        .hasMessage(
            "16777216 cells of grid large for every worker: 8388608 are the most; bring them part"
                + " by part");
  }
}
