package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.KernelThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an incremental copy of a grid has to hold. */
final class ChangedCellsTest {
  private final KernelThreads threads = new KernelThreads(() -> 1);
  private final DoubleGrid grid =
      new Alone(threads).doubles(20, 30, Halo.of(1), (row, column) -> row + column);

  @BeforeEach
  void copied() {
    assertThat(grid.takeChanged()).isEqualTo(new Region(0, 20, 0, 30));
  }

  @AfterEach
  void close() {
    new GridArray(grid).drop();
    threads.close();
  }

  private void update(Region where) {
    grid.update(where, cell -> grid.at(cell) + 1);
  }

  @Test
  void everyUpdateSinceTheLastCopyCounts() {
    update(new Region(2, 4, 5, 8));
    update(new Region(10, 11, 0, 6));
    update(new Region(3, 5, 5, 7));
    assertThat(grid.takeChanged()).isEqualTo(new Region(2, 11, 0, 8));
  }

  @Test
  void whatWasCopiedDoesNotCountAgain() {
    update(new Region(2, 4, 5, 8));
    grid.takeChanged();
    update(new Region(12, 13, 1, 2));
    assertThat(grid.takeChanged()).isEqualTo(new Region(12, 13, 1, 2));
    assertThat(grid.takeChanged().cells()).isZero();
  }
}
