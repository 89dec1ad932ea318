package io.lull.reconfig.grid;

import io.lull.reconfig.comm.Group;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.Crew;
import java.util.Collections;
import java.util.List;

/** Grids of a program's only worker. */
final class Alone {
  private final Fellows fellows = new Group(0, 0, Collections.singletonList(null), _ -> 0);
  private final Crew crew;

  Alone(Crew crew) {
    this.crew = crew;
  }

  Fellows fellows() {
    return fellows;
  }

  DoubleGrid doubles(long rows, long columns, Halo halo, CellFill fill) {
    final DoubleGrid grid = new DoubleGrid("u", rows, columns, halo, fellows, crew);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  ByteGrid bytes(long rows, long columns, Halo halo, ByteFill fill) {
    final ByteGrid grid = new ByteGrid("b", rows, columns, halo, fellows, crew);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  private static void place(Grid grid) {
    final Region all = grid.all();
    Cells.prepare(grid, all);
    Cells.commit(grid, List.of(all), 0);
  }
}
