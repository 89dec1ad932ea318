package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a change of the cells' place does with their memory. */
final class GridChangeTest {
  private static final int SIZE = 300;
  private static final Region PART = new Region(0, SIZE, 0, SIZE - 100);

  private final KernelThreads threads = new KernelThreads(() -> 1);
  private final DoubleGrid grid =
      new Alone(threads).doubles(SIZE, SIZE, Halo.of(1), (row, column) -> row + column + 1);
  private final GridArray array = new GridArray(grid);

  @AfterEach
  void close() {
    array.drop();
    threads.close();
  }

  private static MemorySegment memory(GridArray of, boolean pending) {
    return ((Cells) (pending ? of.pending() : of.present())).storage().segment();
  }

  private void change(Region own, boolean filled) {
    array.prepare(own, filled);
    if (filled) {
      array.copyToPending(own, own);
    }
    array.commit(List.of(own), Places.OWN, 0);
  }

  private double value(long row, long column) {
    final long cell = grid.placement().tile().index(0, row, column);
    return grid.cells.getAtIndex(ValueLayout.JAVA_DOUBLE, cell);
  }

  private void update() {
    grid.update(grid.all(), cell -> grid.at(cell) + 1);
  }

  @Test
  void takesTheMemoryOfTheUpdateBeforeAndThenThatOfTheCellsBefore() {
    update();
    final long cells = memory(array, false).address();
    final long spare = grid.next().segment().address();
    array.prepare(PART, true);
    assertThat(memory(array, true).address()).isEqualTo(spare);
    array.copyToPending(PART, PART);
    array.commit(List.of(PART), Places.OWN, 0);
    assertThat(grid.next().segment().address()).isEqualTo(cells);
  }

  @Test
  void takesOtherMemoryWhereThePlaceIsLessThanHalf() {
    update();
    final long spare = grid.next().segment().address();
    array.prepare(new Region(0, SIZE / 3, 0, SIZE), true);
    assertThat(memory(array, true).byteSize()).isLessThan(SIZE * SIZE * 4L);
    assertThat(grid.spares.give(SIZE * SIZE * 8L)).as("the spare at " + spare).isNull();
  }

  @Test
  void hasZerosBeyondTheGridInMemoryThatHeldCells() {
    update();
    change(PART, true);
    // In the memory of the update before, where a row is shorter now.
    sumWithNorthAndWest();
    assertThat(value(0, 0)).isEqualTo(2);
    assertThat(value(9, 0)).isEqualTo(11 + 10);
    // And in that of the cells before.
    sumWithNorthAndWest();
    assertThat(value(0, 0)).isEqualTo(2);
    assertThat(value(9, 0)).isEqualTo(21 + 19);
  }

  private void sumWithNorthAndWest() {
    grid.update(PART, cell -> grid.at(cell) + grid.north(cell) + grid.west(cell));
  }

  @Test
  void aFreshStartFindsZerosOnly() {
    update();
    update();
    change(grid.all(), false);
    grid.update(grid.all(), cell -> grid.at(cell) + grid.north(cell));
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        assertThat(value(row, column)).isZero();
      }
    }
  }

  @Test
  void aChangeThatIsGivenUpLeavesTheCells() {
    update();
    array.prepare(PART, true);
    array.abandon();
    update();
    assertThat(value(3, 4)).isEqualTo(10);
  }
}
