package io.lull.bench.reconfigure;

import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.stencil.Stencil;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A square of doubles or floats with next to nothing to compute: a safe point is never far. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class StandingGrid implements GridProgram {
  static final String SIZE = "size";

  /** Bytes of a cell: 8 or 4. */
  static final String CELL = "cell";

  /** How long each worker sleeps in each iteration, in milliseconds. */
  static final String PAUSE = "pause";

  private static final long MOST_PAUSE_MILLIS = 1000;

  private static final Stencil MEAN = north().plus(south()).times(0.5);
  private static final int ROWS_AT_WORK = 4;

  private @Nullable DoubleGrid doubles;
  private @Nullable FloatGrid floats;
  private Region work;
  private long pauseNanos;

  @Override
  public void declare(GridSpace space) {
    final long size = space.parameters().integer(SIZE, 1024, 16, 1 << 16);
    if (space.parameters().integer(CELL, Double.BYTES, Float.BYTES, Double.BYTES) == Float.BYTES) {
      floats = space.floatGrid("cells", Extents.of(size, size), Halo.of(1));
    } else {
      doubles = space.doubleGrid("cells", size, size, Halo.of(1));
    }
    pauseNanos =
        TimeUnit.MILLISECONDS.toNanos(space.parameters().integer(PAUSE, 0, 0, MOST_PAUSE_MILLIS));
    work = new Region(1, 1L + ROWS_AT_WORK, 1, size - 1);
  }

  @Override
  public void initialise() {
    if (doubles != null) {
      doubles.fill((row, column) -> row * 3 + column);
    }
    if (floats != null) {
      floats.fill((row, column) -> row * 3 + column);
    }
  }

  @Override
  public boolean iterate() {
    if (pauseNanos > 0) {
      LockSupport.parkNanos(pauseNanos);
    }
    // All of them wait for each other, as programs do.
    final @Nullable FloatGrid small = floats;
    if (small != null) {
      return small.updateMeasured(work, cell -> (small.north(cell) + small.south(cell)) / 2) >= 0;
    }
    return doubles == null || doubles.applyMeasured(work, MEAN) >= 0;
  }

  @Override
  public void finish(Results results) throws IOException {
    // It has no end.
  }
}
