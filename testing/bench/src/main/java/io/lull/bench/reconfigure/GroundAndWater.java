package io.lull.bench.reconfigure;

import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;

/**
 * A large grid that is read only, such as a matrix or a map, and one of a part of its cells that
 * every iteration writes. It has no end.
 */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class GroundAndWater implements GridProgram {
  static final String SIZE = "size";

  /** So many cells are only read for each that is written. */
  static final String READ = "read";

  private DoubleGrid ground;
  private DoubleGrid water;

  @Override
  public void declare(GridSpace space) {
    final long size = space.parameters().integer(SIZE, 2048, 64, 1 << 14);
    ground = space.doubleGrid("ground", size, size, Halo.of(0));
    final long read = space.parameters().integer(READ, 16, 1, 64);
    water = space.doubleGrid("water", size, size / read, Halo.of(1));
  }

  @Override
  public void initialise() {
    ground.fill((row, column) -> row * 3 + column);
    water.fill((row, column) -> (row * 7 + column * 13) % 11);
  }

  @Override
  public boolean iterate() {
    // All of them wait for each other, as programs do.
    return water.applyMeasured(
            water.inner(1), north().plus(south()).plus(west().plus(east())).times(0.25))
        >= 0;
  }

  @Override
  public void finish(Results results) {
    // It has no end.
  }
}
