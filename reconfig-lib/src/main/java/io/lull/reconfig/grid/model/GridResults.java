package io.lull.reconfig.grid.model;

import io.lull.protocol.wire.CheckValue;
import io.lull.reconfig.Results;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.partition.PartitionedState;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RowBand;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The end of a program: rank 0 takes the rows of all workers, a band at a time, and writes. */
public final class GridResults implements Results {
  /** A band of rows is about so long. */
  private static final int BAND_BYTES = 4 << 20;

  private final Communicator group;
  private final List<Distribution> distributions;
  private final List<GridArray> arrays;
  private final Path outputs;
  private final List<CheckValue> values = new ArrayList<>();

  /**
   * @param distributions by grid
   */
  private GridResults(
      Communicator group, List<Distribution> distributions, List<GridArray> arrays, Path outputs) {
    this.group = group;
    this.distributions = distributions;
    this.arrays = arrays;
    this.outputs = outputs;
  }

  /** When all workers have come to the program's end. */
  public static GridResults atEnd(
      Communicator group, PartitionedState state, List<GridArray> arrays, Path outputs) {
    group.conclude();
    return new GridResults(group, state.allotment().grids(), arrays, outputs);
  }

  private boolean writes() {
    return group.rank() == 0;
  }

  /** All that the program reported; where the results are, they are said in the log, too. */
  ProgramResults completion() {
    if (writes()) {
      values.forEach(each -> System.err.println(each.getName() + " " + each.getValue()));
    }
    return new ProgramResults(writes(), values);
  }

  @Override
  public void value(String name, double value) {
    add(name, Double.toString(value));
  }

  @Override
  public void value(String name, long value) {
    add(name, Long.toString(value));
  }

  private void add(String name, String value) {
    values.add(CheckValue.newBuilder().setName(name).setValue(value).build());
  }

  @Override
  public void collect(DoubleGrid grid, Opener<DoubleRows> opener) throws IOException {
    final double[] row = new double[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asDoubleBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(ByteGrid grid, Opener<ByteRows> opener) throws IOException {
    final byte[] row = new byte[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(FloatGrid grid, Opener<FloatRows> opener) throws IOException {
    final float[] row = new float[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asFloatBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(LongGrid grid, Opener<LongRows> opener) throws IOException {
    final long[] row = new long[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asLongBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(IntGrid grid, Opener<IntRows> opener) throws IOException {
    final int[] row = new int[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asIntBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(RecordGrid grid, Opener<RecordRows> opener) throws IOException {
    collect(grid, opener, RecordRows::row);
  }

  private <R extends Closeable> void collect(Grid grid, Opener<R> opener, RowTaker<R> taker)
      throws IOException {
    group.begin(GridCalls.COLLECT, index(grid));
    if (!writes()) {
      give(grid);
      return;
    }
    try (R rows = opener.open(outputs)) {
      take(grid, rows, taker);
    }
  }

  private void give(Grid grid) {
    final int index = index(grid);
    for (final Region band : bands(grid, index)) {
      final IndexSet part = part(index, group.rank(), band);
      if (!part.isEmpty()) {
        group.send(0, packed(index, part));
      }
    }
  }

  private int index(Grid grid) {
    int index = 0;
    while (arrays.get(index).grid() != grid) {
      index++;
    }
    return index;
  }

  /** What a rank has of a band. */
  private IndexSet part(int index, int rank, Region band) {
    final Distribution distribution = distributions.get(index);
    return distribution.owned(rank).intersect(band.indices(distribution.extents().dimensions()));
  }

  /** This worker's cells in a frame's buffer. */
  private ByteBuffer packed(int index, IndexSet part) {
    final Packing packing = new Packing(part, distributions.get(index));
    final RegionCells cells = arrays.get(index).present();
    final ByteBuffer buffer = Frame.buffer(Math.toIntExact(packing.cells() * cells.cellBytes()));
    cells.read(packing, 0, packing.cells(), buffer);
    return buffer;
  }

  private <R extends Closeable> void take(Grid grid, R rows, RowTaker<R> taker) throws IOException {
    final int index = index(grid);
    final int cellBytes = arrays.get(index).shape().cellBytes();
    final int rowBytes = Math.toIntExact(grid.columns() * cellBytes);
    final List<Region> bands = bands(grid, index);
    final ByteBuffer all =
        ByteBuffer.allocate(Math.toIntExact(bands.getFirst().cells() * cellBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    long number = 0;
    for (final Region band : bands) {
      for (int rank = 0; rank < group.size(); rank++) {
        final IndexSet part = part(index, rank, band);
        if (!part.isEmpty()) {
          final ByteBuffer cells =
              rank == 0 ? Frame.payload(packed(index, part)) : group.receive(rank);
          new RowBand(band, cellBytes).put(part, cells, all);
        }
      }
      for (int line = 0; line < band.lines(); line++) {
        taker.row(
            rows, number++, all.slice(line * rowBytes, rowBytes).order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }

  /** Whole rows, in their order; the first band is the longest. */
  private List<Region> bands(Grid grid, int index) {
    return grid.all().parts(BAND_BYTES / arrays.get(index).shape().cellBytes());
  }

  @FunctionalInterface
  private interface RowTaker<R> {
    void row(R rows, long number, ByteBuffer bytes) throws IOException;
  }
}
