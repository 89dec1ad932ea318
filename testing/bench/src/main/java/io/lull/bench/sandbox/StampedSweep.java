package io.lull.bench.sandbox;

import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.util.Map;

/**
 * Jacobi's sweeps without an end. Each worker's log says how many were over when, some fifty times
 * a second: a line for each sweep would be a measurement of logs.
 */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class StampedSweep implements GridProgram {
  private static final String SIZE = "size";

  /** Begins a line of the log: when a stretch of sweeps began and ended, and how many they were. */
  static final String STRETCH = "sweeps: ";

  private static final long STRETCH_NANOS = 20_000_000;

  private DoubleGrid u;
  private transient long sweeps;
  private transient long begunNanos;

  /**
   * What it is to do.
   *
   * @param size cells on a side
   */
  static Map<String, String> parameters(int size) {
    return Map.of(SIZE, String.valueOf(size));
  }

  @Override
  public void declare(GridSpace space) {
    final long size = space.parameters().integer(SIZE, 1000, 16, 1 << 15);
    u = space.doubleGrid("u", size + 2, size + 2, Halo.of(1));
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> 1 + ((row * 31 + column * 17) & 1023) / 1024.0);
  }

  @Override
  public boolean iterate() {
    u.apply(u.inner(1), north().plus(south()).plus(west().plus(east())).times(0.25));
    sweeps++;
    final long now = SystemClock.INSTANCE.nanos();
    if (begunNanos == 0 || now - begunNanos >= STRETCH_NANOS) {
      if (begunNanos != 0) {
        System.err.println(STRETCH + begunNanos + " " + now + " " + sweeps);
      }
      begunNanos = now;
      sweeps = 0;
    }
    return true;
  }

  @Override
  public void finish(Results results) {
    // It has no end.
  }
}
