package io.lull.reconfig.runtime;

import io.lull.protocol.wire.CheckValue;
import io.lull.reconfig.Results;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Group;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Grid;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The end of a program: rank 0 takes the rows of all workers, a band at a time, and writes. */
final class Gathering implements Results {
  /** A band of rows is about so long. */
  private static final int BAND_BYTES = 4 << 20;

  private final Group group;
  private final List<List<Region>> regionsByGrid;
  private final List<Grid> grids;
  private final Path outputs;
  private final List<CheckValue> values = new ArrayList<>();

  /**
   * @param regionsByGrid for each grid, by rank
   */
  Gathering(Group group, List<List<Region>> regionsByGrid, List<Grid> grids, Path outputs) {
    this.group = group;
    this.regionsByGrid = regionsByGrid;
    this.grids = grids;
    this.outputs = outputs;
  }

  boolean writes() {
    return group.rank() == 0;
  }

  List<CheckValue> values() {
    return List.copyOf(values);
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

  private <R extends Closeable> void collect(Grid grid, Opener<R> opener, RowTaker<R> taker)
      throws IOException {
    if (!writes()) {
      give(grid);
      return;
    }
    try (R rows = opener.open(outputs)) {
      take(grid, rows, taker);
    }
  }

  private void give(Grid grid) {
    final int index = grids.indexOf(grid);
    final Cells cells = Cells.present(grid);
    for (long from = 0; from < grid.rows(); from += bandRows(grid)) {
      final Region part = band(grid, from).intersect(cells.own());
      if (!part.isEmpty()) {
        final ByteBuffer buffer = Frame.buffer(Math.toIntExact(part.cells() * cells.cellBytes()));
        cells.read(part, buffer);
        group.send(0, Frame.Kind.ROWS, index, buffer);
      }
    }
  }

  private <R extends Closeable> void take(Grid grid, R rows, RowTaker<R> taker) throws IOException {
    final int index = grids.indexOf(grid);
    final int cellBytes = Cells.shape(grid).cellBytes();
    final int rowBytes = Math.toIntExact(grid.columns() * cellBytes);
    final ByteBuffer band =
        ByteBuffer.allocate(Math.toIntExact(Math.min(bandRows(grid), grid.rows()) * rowBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (long from = 0; from < grid.rows(); from += bandRows(grid)) {
      final Region whole = band(grid, from);
      for (int rank = 0; rank < group.size(); rank++) {
        final Region part = whole.intersect(regionsByGrid.get(index).get(rank));
        if (!part.isEmpty()) {
          place(band, part, whole, cellBytes, rowBytes, part(grid, index, rank, part, cellBytes));
        }
      }
      for (long row = whole.rowFrom(); row < whole.rowTo(); row++) {
        final int at = (int) (row - whole.rowFrom()) * rowBytes;
        taker.row(rows, row, band.slice(at, rowBytes).order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }

  private ByteBuffer part(Grid grid, int index, int rank, Region part, int cellBytes) {
    if (rank != 0) {
      return group.receive(rank, Frame.Kind.ROWS, index);
    }
    final ByteBuffer buffer = Frame.buffer(Math.toIntExact(part.cells() * cellBytes));
    Cells.present(grid).read(part, buffer);
    return Frame.payload(buffer);
  }

  private static void place(
      ByteBuffer band, Region part, Region whole, int cellBytes, int rowBytes, ByteBuffer cells) {
    final int bytes = Math.toIntExact(part.columns() * cellBytes);
    for (long row = part.rowFrom(); row < part.rowTo(); row++) {
      final int at =
          (int) (row - whole.rowFrom()) * rowBytes + Math.toIntExact(part.columnFrom() * cellBytes);
      band.put(at, cells, cells.position(), bytes);
      cells.position(cells.position() + bytes);
    }
  }

  private static long bandRows(Grid grid) {
    return Math.max(1, BAND_BYTES / (grid.columns() * Cells.shape(grid).cellBytes()));
  }

  private static Region band(Grid grid, long from) {
    return new Region(from, Math.min(grid.rows(), from + bandRows(grid)), 0, grid.columns());
  }

  @FunctionalInterface
  private interface RowTaker<R> {
    void row(R rows, long number, ByteBuffer bytes) throws IOException;
  }
}
