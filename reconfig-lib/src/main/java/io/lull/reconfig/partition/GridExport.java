package io.lull.reconfig.partition;

import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.state.Piece;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Puts a generation's pieces together again: whole grids, row by row. */
public final class GridExport implements AutoCloseable {
  /** So much of a grid is in memory at a time, or one row if that is more. */
  private static final int BAND_BYTES = 4 << 20;

  private final List<Piece> pieces;

  /**
   * @param pieces of all ranks; closed with this
   */
  public GridExport(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Writes one grid: its cells row after row, little-endian, and nothing else.
   *
   * @param grid its place among those of the header
   * @throws IOException when the pieces do not make up the whole of it
   */
  public void write(int grid, OutputStream out) throws IOException {
    final PieceGrid whole = pieces.getFirst().header().getGrids(grid);
    checkWhole(grid, whole);
    final List<Region> bands =
        new Region(0, Math.max(1, whole.getPlanes()), 0, whole.getRows(), 0, whole.getColumns())
            .parts(BAND_BYTES / whole.getCellBytes());
    final byte[] rows = new byte[Math.toIntExact(bands.getFirst().cells() * whole.getCellBytes())];
    for (final Region band : bands) {
      for (final Piece piece : pieces) {
        place(new RegionPiece(piece), grid, new RowBand(band, whole.getCellBytes()), rows);
      }
      out.write(rows, 0, Math.toIntExact(band.cells() * whole.getCellBytes()));
    }
  }

  /** A damaged header must not make a file of any length. */
  private void checkWhole(int grid, PieceGrid whole) throws IOException {
    long cells = 0;
    for (final Piece piece : pieces) {
      if (piece.header().getGridsCount() <= grid
          || !shape(piece.header().getGrids(grid)).equals(shape(whole))) {
        throw new IOException("the pieces are not of the same grid " + whole.getName());
      }
      cells += new RegionPiece(piece).region(grid).cells();
    }
    final long all =
        new Region(0, Math.max(1, whole.getPlanes()), 0, whole.getRows(), 0, whole.getColumns())
            .cells();
    if (all == 0) {
      throw new IOException("the pieces are of a grid " + whole.getName() + " without cells");
    }
    if (cells != all) {
      throw new IOException(
          "the pieces have " + cells + " of " + all + " cells of the grid " + whole.getName());
    }
  }

  /** What all pieces of a grid say alike. */
  private static PieceGrid shape(PieceGrid grid) {
    return grid.toBuilder()
        .clearRowFrom()
        .clearRowTo()
        .clearColumnFrom()
        .clearColumnTo()
        .clearPlaneFrom()
        .clearPlaneTo()
        .clearRowsPerBlock()
        .build();
  }

  private static void place(RegionPiece piece, int grid, RowBand band, byte[] rows)
      throws IOException {
    final Packing part = piece.packing(grid, band.region());
    final ByteBuffer cells =
        ByteBuffer.allocate(Math.toIntExact(part.cells() * band.cellBytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    piece.read(grid, part, 0, part.cells(), cells);
    band.put(part.indices(), cells.flip(), ByteBuffer.wrap(rows));
  }

  @Override
  public void close() throws IOException {
    for (final Piece piece : pieces) {
      piece.close();
    }
  }
}
