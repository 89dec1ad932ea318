package io.lull.apps.life;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Conway's game of life on a torus: a cell survives with two or three living neighbours, and is
 * born with three. It begins with the input's pattern in the middle, or with random cells.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Life implements GridProgram {
  private GridSpace space;
  private LifeParameters game;
  private ByteGrid alive;

  /**
   * Refuses what a run would refuse.
   *
   * @throws io.lull.reconfig.BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    LifeParameters.of(parameters, inputs).start();
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    game = LifeParameters.of(space.parameters(), space.inputs());
    alive = space.byteGrid("alive", game.rows(), game.columns(), Halo.periodic(1));
    space.iterations(game.generations());
  }

  @Override
  public void initialise() {
    final LifeParameters.Start start = game.start();
    alive.fill((row, column) -> start.lives(row, column) ? 1 : 0);
  }

  @Override
  public boolean iterate() {
    game.pace().await();
    alive.update(alive.all(), this::next);
    return space.iteration() + 1 < game.generations();
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("generation", space.iteration());
    results.collect(
        alive, outputs -> new BoardOutput(outputs, game.rows(), game.columns(), results));
  }

  private int next(long c) {
    final int neighbours =
        (alive.at(c, -1, -1) + alive.north(c) + alive.at(c, -1, 1))
            + (alive.west(c) + alive.east(c))
            + (alive.at(c, 1, -1) + alive.south(c) + alive.at(c, 1, 1));
    return neighbours == 3 || (neighbours == 2 && alive.at(c) == 1) ? 1 : 0;
  }
}
