package io.lull.bench.sandbox;

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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Jacobi's sweeps without an end; each worker's log says when each of them was over. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class StampedSweep implements GridProgram {
  private static final String SIZE = "size";
  private static final String STAMP = "sweep over at ";

  private DoubleGrid u;

  /**
   * What it is to do.
   *
   * @param size cells on a side
   */
  static Map<String, String> parameters(int size) {
    return Map.of(SIZE, String.valueOf(size));
  }

  /**
   * When the sweeps were over, by the machine's monotonic clock and in their order.
   *
   * @param log of a worker
   */
  static long[] stamps(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.startsWith(STAMP))
          .mapToLong(line -> Long.parseLong(line.substring(STAMP.length())))
          .toArray();
    }
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
    System.err.println(STAMP + SystemClock.INSTANCE.nanos());
    return true;
  }

  @Override
  public void finish(Results results) {
    // It has no end.
  }
}
