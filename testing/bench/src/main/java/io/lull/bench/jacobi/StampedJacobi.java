package io.lull.bench.jacobi;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Jacobi's sweeps without an end; each worker's log says when each of them was over. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class StampedJacobi implements GridProgram {
  private static final String STAMP = "sweep over at ";

  private JacobiSweep sweep;

  /**
   * What it is to do.
   *
   * @param size cells on a side
   */
  public static Map<String, String> parameters(int size) {
    return Map.of(JacobiSweep.SIZE, String.valueOf(size));
  }

  /**
   * When the sweeps were over, by the machine's monotonic clock and in their order.
   *
   * @param log of a worker
   */
  public static long[] stamps(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.startsWith(STAMP))
          .mapToLong(line -> Long.parseLong(line.substring(STAMP.length())))
          .toArray();
    }
  }

  @Override
  public void declare(GridSpace space) {
    sweep = JacobiSweep.declare(space, SweepForm.STENCIL, false);
  }

  @Override
  public void initialise() {
    sweep.initialise();
  }

  @Override
  public boolean iterate() {
    sweep.once();
    System.err.println(STAMP + SystemClock.INSTANCE.nanos());
    return true;
  }

  @Override
  public void finish(Results results) {
    // It has no end.
  }
}
