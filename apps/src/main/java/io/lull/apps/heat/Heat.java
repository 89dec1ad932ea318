package io.lull.apps.heat;

import static io.lull.reconfig.stencil.Stencil.above;
import static io.lull.reconfig.stencil.Stencil.below;
import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.here;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.stencil.Stencil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Heat in a box: its first plane is held at 1, its other faces at 0, and inside heat flows from
 * each cell to its six neighbours, in explicit steps of time.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Heat implements GridProgram {
  private static final int NEIGHBOURS = 6;

  private GridSpace space;
  private HeatParameters box;
  private DoubleGrid heat;
  private Value change;
  private Stencil step;

  /**
   * Refuses what a run would refuse.
   *
   * @throws io.lull.reconfig.BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    HeatParameters.of(parameters, inputs);
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    box = HeatParameters.of(space.parameters(), space.inputs());
    heat = space.doubleGrid("heat", box.extents(), Halo.of(1));
    change = space.value("change", Double.POSITIVE_INFINITY);
    step = step(box.rate());
    space.iterations(box.iterations());
  }

  /** A cell and what it gets from its neighbours beyond what it gives them. */
  static Stencil step(double rate) {
    final Stencil around =
        above().plus(below()).plus(north().plus(south())).plus(west().plus(east()));
    return here().plus(around.minus(here().times(NEIGHBOURS)).times(rate));
  }

  @Override
  public void initialise() {
    heat.fill((plane, _, _) -> plane == 0 ? 1 : 0);
  }

  @Override
  public boolean iterate() {
    box.pace().await();
    if (space.iteration() + 1 < box.iterations()) {
      heat.apply(heat.inner(1), step);
      return true;
    }
    change.set(heat.applyMeasured(heat.inner(1), step));
    return false;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("iterations", space.iteration());
    results.value("sum", heat.sum());
    results.value("change", change.get());
    results.collect(heat, outputs -> new HeatOutput(outputs, box));
  }
}
