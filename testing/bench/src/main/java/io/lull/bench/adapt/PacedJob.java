package io.lull.bench.adapt;

import io.lull.protocol.wire.JobSpec;

/**
 * A job of even pace.
 *
 * @param workers that it begins with
 * @param size cells on a side of its grid
 * @param seconds what it takes on them without a load
 */
record PacedJob(int workers, int size, int seconds) {
  private static final int NANOS_PER_CELL = 200;
  private static final double NANOS_PER_SECOND = 1e9;

  JobSpec.Builder spec(PacedGrid grid, int mostWorkers) {
    final double each = (double) size * size / workers * NANOS_PER_CELL / NANOS_PER_SECOND;
    return grid.spec(mostWorkers)
        .addParameters(PacedGrid.parameter(PacedProgram.SIZE, size))
        .addParameters(
            PacedGrid.parameter(PacedProgram.ITERATIONS, Math.max(1, Math.round(seconds / each))))
        .addParameters(PacedGrid.parameter(PacedProgram.NANOS_PER_CELL, NANOS_PER_CELL));
  }
}
