package io.lull.reconfig.grid.model;

import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.exchange.HaloExchange;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.grid.GridExchange;
import io.lull.reconfig.grid.GridMemory;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.numeric.ExactSum;
import io.lull.reconfig.partition.ArrivingRegions;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The communication of grids, over the present epoch's communicator. The program's thread. */
public final class CommunicatorExchange implements GridExchange {
  private final List<Grid> grids;
  private final IterationPosition position;
  private final Supplier<@Nullable ArrivingRegions> arriving;
  private final Runnable memoryIsShort;
  private @Nullable Communicator workers;

  /**
   * @param grids declared so far: a call about one of them carries its index
   * @param position told of each call, for a step is one that others can leave out
   * @param arriving cells that come after a change
   * @param memoryIsShort gives up what is only kept for an early return
   */
  public CommunicatorExchange(
      List<Grid> grids,
      IterationPosition position,
      Supplier<@Nullable ArrivingRegions> arriving,
      Runnable memoryIsShort) {
    this.grids = grids;
    this.position = position;
    this.arriving = arriving;
    this.memoryIsShort = memoryIsShort;
  }

  /** For grids of a worker that is alone, outside of any program. */
  public static CommunicatorExchange over(Communicator workers) {
    final CommunicatorExchange exchange =
        new CommunicatorExchange(List.of(), new IterationPosition(), () -> null, () -> {});
    exchange.enter(workers);
    return exchange;
  }

  /**
   * @param next of the configuration that is in force now; null: this worker is in none
   */
  public void enter(@Nullable Communicator next) {
    workers = next;
  }

  /**
   * The workers, for a call that is part of the program.
   *
   * @throws IllegalStateException when this worker is in no configuration
   */
  public Communicator calling() {
    position.exchange();
    return present();
  }

  /**
   * The workers.
   *
   * @throws IllegalStateException when this worker is in no configuration
   */
  public Communicator present() {
    final @Nullable Communicator present = workers;
    if (present == null) {
      throw new IllegalStateException(
          "no worker has cells yet: use grids in initialise, iterate and finish");
    }
    return present;
  }

  @Override
  public List<Grid> grids() {
    return grids;
  }

  @Override
  public @Nullable ArrivingRegions arriving() {
    return arriving.get();
  }

  @Override
  public void giveUpKept() {
    memoryIsShort.run();
  }

  @Override
  public void filling(GridMemory grid) {
    calling().begin(GridCalls.FILL, grids.indexOf(grid));
  }

  @Override
  public void updating(GridMemory grid, List<? extends GridMemory> reads) {
    final Communicator all = calling();
    all.begin(GridCalls.UPDATE, grids.indexOf(grid));
    for (final GridMemory read : reads) {
      all.alsoAbout(grids.indexOf(read));
    }
  }

  @Override
  public void reading(GridMemory grid) {
    calling().begin(GridCalls.READ, grids.indexOf(grid));
  }

  @Override
  public void give(HaloPlan plan, Cells cells) {
    HaloExchange.give(calling(), plan, cells);
  }

  @Override
  public void take(GridMemory grid, HaloPlan plan, Cells into) {
    HaloExchange.take(calling(), "grid " + grid.name(), plan, into);
  }

  @Override
  public double max(double mine) {
    return calling().max(mine);
  }

  @Override
  public double sum(ExactSum mine) {
    return calling().sum(mine);
  }

  @Override
  public long sum(long mine) {
    return calling().sum(mine);
  }

  @Override
  public byte[] broadcast(byte[] mine, int from) {
    return calling().broadcast(mine, from);
  }
}
