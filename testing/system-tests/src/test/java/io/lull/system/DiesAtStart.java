package io.lull.system;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;

/** A user's program whose worker ends before it can say anything. */
public final class DiesAtStart implements GridProgram {
  static {
    Runtime.getRuntime().halt(7);
  }

  public DiesAtStart() {}

  @Override
  public void declare(GridSpace space) {}

  @Override
  public void initialise() {}

  @Override
  public boolean iterate() {
    return false;
  }

  @Override
  public void finish(Results results) {}
}
