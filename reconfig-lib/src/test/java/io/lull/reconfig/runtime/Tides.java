package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;

/** Water that moves over ground; the ground is large, and changes once in many iterations. */
public final class Tides implements GridProgram {
  private static final int GROUND_COLUMNS = 40;
  private long iterations;
  private long storm;
  private Stroll stroll;
  private GridSpace space;
  private DoubleGrid ground;
  private DoubleGrid water;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    storm = space.parameters().integer("storm", 1_000_000, 1, 1_000_000);
    stroll = Stroll.of(space.parameters());
    final long rows = space.parameters().integer("rows", 61, 1, 100_000);
    ground = space.doubleGrid("ground", rows, (long) GROUND_COLUMNS * GROUND_COLUMNS, Halo.of(0));
    water = space.doubleGrid("water", rows, GROUND_COLUMNS, Halo.of(1));
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    ground.fill((row, column) -> Math.sin(row * 17.0 + column));
    water.fill((row, column) -> (row * 7 + column * 13) % 11);
  }

  @Override
  public boolean iterate() {
    stroll.pause();
    water.update(
        water.inner(1),
        c -> 0.25 * ((water.north(c) + water.south(c)) + (water.west(c) + water.east(c))));
    if ((space.iteration() + 1) % storm == 0) {
      ground.update(ground.all(), c -> 0.5 * ground.at(c) + 1);
    }
    return space.iteration() + 1 < iterations;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("ground", ground.sum());
    results.value("water", water.sum());
    results.collect(ground, outputs -> new BinaryRows(outputs.resolve("ground.bin")));
    results.collect(water, outputs -> new BinaryRows(outputs.resolve("water.bin")));
  }
}
