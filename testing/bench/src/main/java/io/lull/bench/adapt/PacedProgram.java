package io.lull.bench.adapt;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A program whose workers take a given time for each of their cells, mostly asleep: so that more of
 * them than there are cores are as fast as they are meant to be. From one iteration on, the worker
 * that then has a given rank takes longer, for good.
 */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class PacedProgram implements GridProgram {
  public static final String SIZE = "size";
  public static final String ITERATIONS = "iterations";
  public static final String NANOS_PER_CELL = "nanos-per-cell";
  static final String SLOW_FROM = "slow-from";
  static final String PERCENT = "percent";

  /** 1: it says how many iterations it does. */
  static final String END_KNOWN = "end-known";

  private static final int SLOW_RANK = 1;
  private static final long MOST = 1L << 30;

  /**
   * In a worker's folder while its machine is loaded: what it takes for a cell then, in per cent.
   */
  static final String LOAD = "load";

  /** Of this process. */
  private static boolean slow;

  private GridSpace space;
  private DoubleGrid cells;
  private long iterations;
  private long nanosPerCell;
  private long slowFrom;
  private long percent;

  private transient Path loadFile = Path.of(LOAD);

  // No state of the computation.
  private transient LongAdder counted;

  public PacedProgram() {}

  @Override
  public void declare(GridSpace declared) {
    space = declared;
    final int size = (int) declared.parameters().integer(SIZE, 1024, 16, 1 << 14);
    iterations = declared.parameters().integer(ITERATIONS, 100, 1, MOST);
    nanosPerCell = declared.parameters().integer(NANOS_PER_CELL, 100, 0, 1_000_000);
    slowFrom = declared.parameters().integer(SLOW_FROM, MOST, 0, MOST);
    percent = declared.parameters().integer(PERCENT, 200, 100, 10_000);
    cells = declared.doubleGrid("cells", size, size, Halo.of(1));
    if (declared.parameters().integer(END_KNOWN, 1, 0, 1) == 1) {
      declared.iterations(iterations);
    }
    counted = new LongAdder();
  }

  @Override
  public void initialise() {
    cells.fill((row, column) -> row + column);
  }

  @Override
  public boolean iterate() {
    if (space.iteration() == slowFrom && space.workers().rank() == SLOW_RANK) {
      slow = true;
    }
    counted.reset();
    cells.update(
        cells.inner(1),
        cell -> {
          counted.increment();
          return 0.5 * cells.at(cell) + 0.25 * (cells.north(cell) + cells.south(cell));
        });
    // After the wait for its neighbours: a pace that took that wait in would hide it, and a worker
    // that always waits for another would seem to be the faster one.
    sleepUntil(SystemClock.INSTANCE.nanos() + counted.sum() * nanosPerCell * load() / 100);
    return space.iteration() + 1 < iterations;
  }

  private long load() {
    try {
      return slow
          ? percent
          : Files.exists(loadFile) ? Long.parseLong(Files.readString(loadFile).strip()) : 100;
    } catch (NoSuchFileException e) {
      // The load has just ended.
      return 100;
    } catch (IOException e) {
      throw new UncheckedIOException("the load of this machine cannot be read", e);
    }
  }

  private static void sleepUntil(long nanos) {
    long left = nanos - SystemClock.INSTANCE.nanos();
    while (left > 0) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
      left = nanos - SystemClock.INSTANCE.nanos();
    }
  }

  @Override
  public void finish(Results results) {
    // Nothing is asked of it but its pace.
  }
}
