package io.lull.system;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;

/** A program as a user would write it; README.md shows it. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class Plate implements GridProgram {
  private GridSpace space;
  private DoubleGrid u;

  public Plate() {}

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    u = space.doubleGrid("u", 1001, 1001, Halo.of(1));
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> row == 0 ? 1 : 0);
  }

  @Override
  public boolean iterate() {
    u.update(u.inner(1), c -> 0.25 * ((u.north(c) + u.south(c)) + (u.west(c) + u.east(c))));
    return space.iteration() + 1 < 100;
  }

  @Override
  public void finish(Results results) {
    results.value("iterations", space.iteration());
  }
}
