package io.lull.reconfig.partition;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Strip;
import io.lull.reconfig.state.Piece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays that lie in a piece: one section each, whose blocks are so many whole rows. One thread
 * at a time.
 */
public final class RegionPiece implements RegionSource {
  private final Piece piece;
  private final PieceHeader header;

  /**
   * @throws IOException when an array's part of the piece is not the one that its header describes
   */
  public RegionPiece(Piece piece) throws IOException {
    this.piece = piece;
    this.header = piece.header();
    for (final PieceGrid grid : header.getGridsList()) {
      if (grid.getBlockLengthsCount() > 0) {
        checkDealt(grid);
      }
    }
  }

  private void checkDealt(PieceGrid grid) throws IOException {
    try {
      final BlockCyclic dealt = dealt(grid);
      long size = 1;
      for (final int processes : dealt.processes()) {
        size = Math.multiplyExact(size, (long) processes);
      }
      if (header.getRank() < 0
          || header.getRank() >= size
          || dealt.owned(header.getRank()).cells() != region(grid).cells()) {
        throw new IOException(
            "the piece does not have its rank's part of the grid " + grid.getName());
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IOException("the grid " + grid.getName() + " is described wrongly", e);
    }
  }

  private static BlockCyclic dealt(PieceGrid grid) {
    final int dimensions = grid.getBlockLengthsCount();
    final List<Long> lengths =
        List.of(Math.max(1, grid.getPlanes()), grid.getRows(), grid.getColumns());
    if (dimensions > lengths.size()) {
      throw new IllegalArgumentException("no grid has " + dimensions + " dimensions");
    }
    final Extents extents =
        new Extents(lengths.subList(lengths.size() - dimensions, lengths.size()));
    return grid.getTurnsCount() > 0
        ? BlockCyclic.byTurns(
            extents, grid.getTurnsDimension(), grid.getBlockLengthsList(), grid.getTurnsList())
        : new BlockCyclic(extents, grid.getProcessesList(), grid.getBlockLengthsList());
  }

  /** An array's part of the whole, as it lies in the piece. */
  public Region region(int array) {
    return region(header.getGrids(array));
  }

  /** Of an array of one or two dimensions nothing need be said of planes. */
  private static Region region(PieceGrid g) {
    return new Region(
        g.getPlaneFrom(),
        Math.max(1, g.getPlaneTo()),
        g.getRowFrom(),
        g.getRowTo(),
        g.getColumnFrom(),
        g.getColumnTo());
  }

  @Override
  public void read(int array, Region region, ByteBuffer out) throws IOException {
    final Region whole = region(array);
    final PieceGrid g = header.getGrids(array);
    final int rowBytes = rowBytes(g);
    final int from = Math.toIntExact((region.columnFrom() - whole.columnFrom()) * g.getCellBytes());
    final int count = Math.toIntExact(region.columns() * g.getCellBytes());
    for (long line = 0; line < region.lines(); line++) {
      final long index = whole.lineOf(region.planeOf(line), region.rowOf(line));
      final ByteBuffer block = piece.block(array, index / g.getRowsPerBlock());
      final int at = (int) (index % g.getRowsPerBlock()) * rowBytes + from;
      out.put(out.position(), block, at, count).position(out.position() + count);
    }
  }

  @Override
  public void read(int array, Packing packing, long from, long to, ByteBuffer out)
      throws IOException {
    final Region whole = region(array);
    final PieceGrid g = header.getGrids(array);
    final int rowBytes = rowBytes(g);
    final List<Strip> strips = new ArrayList<>();
    packing.strips(from, to, strips::add);
    for (final Strip strip : strips) {
      final long line = whole.lineOf(strip.plane(), strip.row());
      final ByteBuffer block = piece.block(array, line / g.getRowsPerBlock());
      final int bytes = Math.toIntExact(strip.length() * g.getCellBytes());
      for (long i = 0; i < strip.count(); i++) {
        final int at =
            (int) (line % g.getRowsPerBlock()) * rowBytes
                + Math.toIntExact((strip.columnOf(i) - whole.columnFrom()) * g.getCellBytes());
        out.put(out.position(), block, at, bytes).position(out.position() + bytes);
      }
    }
  }

  /** What the piece has of an area of an array, and where in the piece it lies. */
  public Packing packing(int array, Region area) {
    final PieceGrid g = header.getGrids(array);
    final int dimensions = g.getBlockLengthsCount();
    if (dimensions == 0) {
      return new Packing(region(g).intersect(area).indices(Extents.MOST_DIMENSIONS), Places.OWN);
    }
    final BlockCyclic dealt = dealt(g);
    return new Packing(dealt.owned(header.getRank()).intersect(area.indices(dimensions)), dealt);
  }

  private static int rowBytes(PieceGrid g) {
    return Math.toIntExact((g.getColumnTo() - g.getColumnFrom()) * g.getCellBytes());
  }
}
