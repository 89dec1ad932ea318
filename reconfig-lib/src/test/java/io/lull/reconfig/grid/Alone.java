package io.lull.reconfig.grid;

import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.parallel.KernelThreads;
import java.util.Collections;
import java.util.List;

/** Grids of a program's only worker. */
final class Alone {
  private final GridExchange exchange =
      CommunicatorExchange.over(
          new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE));
  private final KernelThreads threads;

  Alone(KernelThreads threads) {
    this.threads = threads;
  }

  GridExchange exchange() {
    return exchange;
  }

  DoubleGrid doubles(long rows, long columns, Halo halo, CellFill fill) {
    final DoubleGrid grid =
        new DoubleGrid(
            "u", Extents.of(rows, columns), Division.bisection(), halo, exchange, threads);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  ByteGrid bytes(long rows, long columns, Halo halo, IntFill fill) {
    final ByteGrid grid =
        new ByteGrid("b", Extents.of(rows, columns), Division.bisection(), halo, exchange, threads);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  DoubleGrid doubles(Extents extents, Halo halo, BoxFill fill) {
    final DoubleGrid grid =
        new DoubleGrid("u", extents, Division.bisection(), halo, exchange, threads);
    place(grid);
    grid.fill(fill);
    return grid;
  }

  static void place(Grid grid) {
    final Region all = grid.all();
    new GridArray(grid).prepare(all, false);
    new GridArray(grid).commit(List.of(all), Places.OWN, 0);
  }
}
