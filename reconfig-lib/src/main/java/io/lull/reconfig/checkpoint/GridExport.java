package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.partition.RegionPiece;
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
    final PieceGrid grids = generation.header().getGrids(grid);
    final Region whole =
        new Region(0, Math.max(1, grids.getPlanes()), 0, grids.getRows(), 0, grids.getColumns());
    final List<Region> bands = whole.parts(BAND_BYTES / grids.getCellBytes());
    final byte[] rows = new byte[Math.toIntExact(bands.getFirst().cells() * grids.getCellBytes())];
    for (final Region band : bands) {
      for (final PieceReader reader : readers) {
        place(reader, grid, new Band(band, grids.getCellBytes()), rows);
      }
      out.write(rows, 0, Math.toIntExact(band.cells() * grids.getCellBytes()));
    }
  }

  private static void place(PieceReader reader, int grid, Band band, byte[] rows)
      throws IOException {
    final RegionPiece regions = new RegionPiece(reader);
    final Packing part = regions.packing(grid, band.region());
    final ByteBuffer cells =
        ByteBuffer.allocate(Math.toIntExact(part.cells() * band.cellBytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    regions.read(grid, part, 0, part.cells(), cells);
    band.put(part.indices(), cells.flip(), ByteBuffer.wrap(rows));
  }

  @Override
  public void close() throws IOException {
    for (final PieceReader reader : readers) {
      reader.close();
    }
  }
}
