package io.lull.reconfig.worker;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.Halo;

/** A program that has safe points and computes nothing. */
final class SafePointsOnly implements GridProgram {
  @Override
  public void declare(GridSpace space) {
    space.doubleGrid("u", 4, 4, Halo.of(0));
  }

  @Override
  public void initialise() {}

  @Override
  public boolean iterate() {
    return true;
  }

  @Override
  public void finish(Results results) {}
}
