package io.lull.bench.jacobi;

import static io.lull.reconfig.grid.Stencil.east;
import static io.lull.reconfig.grid.Stencil.north;
import static io.lull.reconfig.grid.Stencil.south;
import static io.lull.reconfig.grid.Stencil.west;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.Stencil;
import java.io.IOException;

/** Jacobi's sweeps and nothing else; the second half of them is timed. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class TimedJacobi implements GridProgram {
  static final String SIZE = "size";
  static final String SWEEPS = "sweeps";

  /** How many from one safe point to the next. */
  static final String SWEEPS_AN_ITERATION = "sweeps-an-iteration";

  /** The result: of one sweep. */
  static final String SECONDS = "seconds";

  private static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);
  private static final long MOST = 1L << 30;

  private DoubleGrid u;
  private long sweeps;
  private long sweepsAnIteration;

  // Figures of this run; no state of the computation.
  private transient long done;
  private transient long begin;
  private transient double seconds;

  @Override
  public void declare(GridSpace space) {
    final long size = space.parameters().integer(SIZE, 1000, 16, 1 << 15);
    sweeps = space.parameters().integer(SWEEPS, 1000, 1, MOST);
    sweepsAnIteration = space.parameters().integer(SWEEPS_AN_ITERATION, 1, 1, MOST);
    u = space.doubleGrid("u", size + 2, size + 2, Halo.of(1));
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> 1 + ((row * 31 + column * 17) & 1023) / 1024.0);
  }

  @Override
  public boolean iterate() {
    for (long k = 0; k < sweepsAnIteration; k++) {
      if (done == sweeps) {
        begin = SystemClock.INSTANCE.nanos();
      }
      u.apply(u.inner(1), MEAN);
      done++;
      if (done == 2 * sweeps) {
        seconds = (SystemClock.INSTANCE.nanos() - begin) / 1e9 / sweeps;
        return false;
      }
    }
    return true;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value(SECONDS, seconds);
  }
}
