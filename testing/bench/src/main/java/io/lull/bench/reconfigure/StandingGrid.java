package io.lull.bench.reconfigure;

import static io.lull.reconfig.grid.Stencil.north;
import static io.lull.reconfig.grid.Stencil.south;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.Stencil;
import java.io.IOException;

/** A square of doubles with next to nothing to compute: a safe point is never far. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class StandingGrid implements GridProgram {
  static final String SIZE = "size";

  private static final Stencil MEAN = north().plus(south()).times(0.5);
  private static final int ROWS_AT_WORK = 4;

  private DoubleGrid cells;
  private Region work;

  @Override
  public void declare(GridSpace space) {
    final long size = space.parameters().integer(SIZE, 1024, 16, 1 << 16);
    cells = space.doubleGrid("cells", size, size, Halo.of(1));
    work = new Region(1, 1L + ROWS_AT_WORK, 1, size - 1);
  }

  @Override
  public void initialise() {
    cells.fill((row, column) -> row * 3 + column);
  }

  @Override
  public boolean iterate() {
    // All of them wait for each other, as programs do.
    return cells.applyMeasured(work, MEAN) >= 0;
  }

  @Override
  public void finish(Results results) throws IOException {
    // It has no end.
  }
}
