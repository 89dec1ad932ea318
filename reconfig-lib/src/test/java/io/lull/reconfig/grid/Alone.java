package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.Crew;
import java.util.List;

/** Grids of a program's only worker. */
final class Alone implements Fellows {
  private final Crew crew;

  Alone(Crew crew) {
    this.crew = crew;
  }

  DoubleGrid doubles(long rows, long columns, Halo halo, CellFill fill) {
    final DoubleGrid grid = new DoubleGrid("u", rows, columns, halo, this, crew);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  ByteGrid bytes(long rows, long columns, Halo halo, ByteFill fill) {
    final ByteGrid grid = new ByteGrid("b", rows, columns, halo, this, crew);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  private static void place(Grid grid) {
    final Region all = grid.all();
    Cells.prepare(grid, all);
    Cells.commit(grid, List.of(all), 0);
  }

  @Override
  public void give(Grid grid, HaloPlan plan) {}

  @Override
  public void take(Grid grid, HaloPlan plan) {}

  @Override
  public double max(double mine) {
    return mine;
  }

  @Override
  public double sum(ExactSum mine) {
    return mine.value();
  }

  @Override
  public long sum(long mine) {
    return mine;
  }
}
