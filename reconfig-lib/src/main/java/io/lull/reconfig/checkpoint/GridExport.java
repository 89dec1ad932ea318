package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.distribution.Region;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Puts a generation's pieces together again: whole grids, row by row. */
public final class GridExport implements AutoCloseable {
  /** So much of a grid is in memory at a time, or one row if that is more. */
  private static final int BAND_BYTES = 4 << 20;

  private final KeptGeneration generation;
  private final List<PieceReader> readers;

  private GridExport(KeptGeneration generation, List<PieceReader> readers) {
    this.generation = generation;
    this.readers = readers;
  }

  /**
   * Chooses for each rank a copy that is whole: every block is read and verified here.
   *
   * @throws IOException when a rank has none, with what is wrong with the last that was tried
   */
  public static GridExport open(KeptGeneration generation) throws IOException {
    final GridExport export = new GridExport(generation, new ArrayList<>());
    boolean opened = false;
    try {
      for (final int rank : generation.ranks()) {
        export.readers.add(whole(generation, rank));
      }
      opened = true;
      return export;
    } finally {
      if (!opened) {
        export.close();
      }
    }
  }

  private static PieceReader whole(KeptGeneration generation, int rank) throws IOException {
    IOException last = new IOException("there is no piece of rank " + rank);
    for (final KeptPiece piece : generation.pieces()) {
      if (piece.header().getRank() == rank) {
        try {
          return verified(piece);
        } catch (IOException e) {
          last = e;
        }
      }
    }
    throw last;
  }

  private static PieceReader verified(KeptPiece piece) throws IOException {
    final PieceReader reader = PieceReader.open(piece.file());
    boolean whole = false;
    try {
      reader.verifyAll();
      whole = true;
      return reader;
    } finally {
      if (!whole) {
        reader.close();
      }
    }
  }

  /**
   * Writes one grid: its cells row after row, little-endian, and nothing else.
   *
   * @param grid its place among those of the header
   */
  public void write(int grid, OutputStream out) throws IOException {
    final PieceGrid whole = generation.header().getGrids(grid);
    final int rowBytes = Math.toIntExact(whole.getColumns() * whole.getCellBytes());
    final long bandRows = Math.max(1, BAND_BYTES / Math.max(1, rowBytes));
    final byte[] band = new byte[Math.toIntExact(Math.min(bandRows, whole.getRows()) * rowBytes)];
    for (long row = 0; row < whole.getRows(); row += bandRows) {
      final Region rows =
          new Region(row, Math.min(whole.getRows(), row + bandRows), 0, whole.getColumns());
      for (final PieceReader reader : readers) {
        place(reader, grid, rows, band, rowBytes);
      }
      out.write(band, 0, Math.toIntExact(rows.rows() * rowBytes));
    }
  }

  private static void place(PieceReader reader, int grid, Region rows, byte[] band, int rowBytes)
      throws IOException {
    final Region part = rows.intersect(reader.region(grid));
    if (part.isEmpty()) {
      return;
    }
    final int cellBytes = reader.header().getGrids(grid).getCellBytes();
    final int partRowBytes = Math.toIntExact(part.columns() * cellBytes);
    final ByteBuffer cells =
        ByteBuffer.allocate(Math.toIntExact(part.rows() * partRowBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    reader.read(grid, part, cells);
    for (int row = 0; row < part.rows(); row++) {
      final long to =
          (part.rowFrom() + row - rows.rowFrom()) * rowBytes + part.columnFrom() * cellBytes;
      System.arraycopy(cells.array(), row * partRowBytes, band, Math.toIntExact(to), partRowBytes);
    }
  }

  @Override
  public void close() throws IOException {
    for (final PieceReader reader : readers) {
      reader.close();
    }
  }
}
