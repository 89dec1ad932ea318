package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where memory is short, updates come before the safe point that is kept. */
@Timeout(60)
final class ScarceMemoryTest {
  private static final int CELLS = 4 << 20;
  private static final long BYTES = (long) CELLS * Double.BYTES;

  private final KernelThreads threads = new KernelThreads(() -> 1);
  private final Space space = new Space(Map.of(), List.of(), threads);

  /** Takes what memory there is. */
  private final Space ballast = new Space(Map.of(), List.of(), threads);

  private final List<ByteGrid> taken = new ArrayList<>();

  @AfterEach
  void letGo() {
    space.safePoints().forget();
    space.state().drop();
    taken.forEach(grid -> new GridArray(grid).abandon());
    threads.close();
  }

  /** Two updates in each iteration, between which something is done. */
  private static final class Program implements GridProgram {
    private final Runnable between;
    private final DoubleGrid u;

    Program(GridSpace space, Runnable between) {
      this.between = between;
      this.u = space.doubleGrid("u", Extents.of(CELLS), Halo.of(0));
    }

    @Override
    public void declare(GridSpace declared) {}

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
        new GridArray(grid).prepare(grid.all());
        taken.add(grid);
      } catch (OutOfMemoryError e) {
        // Half of it may still be there.
      }
    }
  }

  @Test
  void anUpdateTakesTheMemoryOfTheKeptSafePoint() {
    final Program program =
        new Program(
            space,
            () -> {
              if (space.iteration() == 0) {
                assertThat(space.safePoints().kept()).isTrue();
                takeAllMemory();
              }
            });
    space.declared();
    final StatePlan all = space.state().plan(Holdings.NOTHING, List.of(new Part("alone", 1)));
    space.state().prepare(all, "alone");
    space.commit(
        all, "alone", new Communicator(1, 0, Collections.singletonList(null), space.callContext()));
    program.initialise();
    final SafePointKeeper safePoints = space.safePoints();
    safePoints.keep(true);
    OneIteration.run(space, program);
    assertThat(taken).isNotEmpty();
    assertThat(safePoints.kept()).isFalse();
    assertThat(safePoints.goBackTo(0)).isFalse();
    OneIteration.run(space, program);
    assertThat(program.u.row(0, 0, 3)).containsExactly(6, 7, 8);
  }
}
