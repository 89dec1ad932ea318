package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.DeclaredGrids;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.parallel.KernelThreads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where memory is short, updates come before the safe point that is kept. */
@Timeout(60)
final class ScarceMemoryTest {
  private static final int CELLS = 4 << 20;
  private static final long BYTES = (long) CELLS * Double.BYTES;

  private final KernelThreads threads = new KernelThreads(() -> 1);

  /** Takes what memory there is. */
  private final DeclaredGrids ballast = new DeclaredGrids(LoneWorker.context(), threads);

  private final List<ByteGrid> taken = new ArrayList<>();

  @AfterEach
  void letGo() {
    taken.forEach(grid -> new GridArray(grid).abandon());
    threads.close();
  }

  /** Two updates in each iteration, between which something is done. */
  private static final class Program implements GridProgram {
    private DoubleGrid u;

    /** In the middle of an iteration. */
    private Runnable between = () -> {};

    @Override
    public void declare(GridSpace space) {
      u = space.doubleGrid("u", Extents.of(CELLS), Halo.of(0));
    }

    @Override
    public void initialise() {
      u.fill((_, column) -> column);
    }

    @Override
    public boolean iterate() {
      u.update(u.all(), c -> u.at(c) + 1);
      between.run();
      u.update(u.all(), c -> u.at(c) + 2);
      return true;
    }

    @Override
    public void finish(Results results) {}
  }

  /** Leaves less than an update needs. */
  private void takeAllMemory() {
    for (long bytes = Long.highestOneBit(Runtime.getRuntime().maxMemory());
        bytes >= BYTES / 2;
        bytes /= 2) {
      final ByteGrid grid =
          ballast.byteGrid("ballast" + ballast.grids().size(), Extents.of(bytes), Halo.of(0));
      try {
        new GridArray(grid).prepare(grid.all(), false);
        taken.add(grid);
      } catch (OutOfMemoryError e) {
        // Half of it may still be there.
      }
    }
  }

  @Test
  void anUpdateTakesTheMemoryOfTheKeptSafePoint() throws Exception {
    final Program program = new Program();
    try (LoneWorker worker = new LoneWorker(program)) {
      worker.enter(1, Entry.FRESH);
      final SafePointKeeper safePoints = worker.safePoints();
      safePoints.keep(true);
      program.between =
          () -> {
            assertThat(safePoints.kept()).isTrue();
            takeAllMemory();
          };
      worker.iterate();
      program.between = () -> {};
      assertThat(taken).isNotEmpty();
      assertThat(safePoints.kept()).isFalse();
      assertThat(safePoints.goBackTo(0)).isFalse();
      worker.iterate();
      assertThat(program.u.row(0, 0, 3)).containsExactly(6, 7, 8);
    }
  }
}
