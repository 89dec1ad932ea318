package io.lull.reconfig.exchange;

import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.partition.PartitionedArray;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.partition.RowBand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Brings a whole array together at rank 0, row by row and a band of rows at a time, so that no more
 * than a few are in memory at once. The program's thread, within a call.
 */
public final class CollectedRows {
  /** A band of rows is about so long. */
  private static final int BAND_BYTES = 4 << 20;

  /** Takes the rows of an array, from the first to the last. */
  @FunctionalInterface
  public interface RowTaker {
    /**
     * @param bytes the row's cells, little-endian; valid during the call
     */
    void row(long number, ByteBuffer bytes) throws IOException;
  }

  private final Communicator workers;
  private final PartitionedArray array;
  private final Distribution distribution;

  public CollectedRows(Communicator workers, PartitionedArray array, Distribution distribution) {
    this.workers = workers;
    this.array = array;
    this.distribution = distribution;
  }

  /** At all ranks but 0. */
  public void give() {
    for (final Region band : bands()) {
      final IndexSet part = part(workers.rank(), band);
      if (!part.isEmpty()) {
        workers.send(0, packed(part));
      }
    }
  }

  /** At rank 0. */
  public void take(RowTaker taker) throws IOException {
    final int cellBytes = array.shape().cellBytes();
    final int rowBytes = Math.toIntExact(array.shape().columns() * cellBytes);
    final List<Region> bands = bands();
    final ByteBuffer all =
        ByteBuffer.allocate(Math.toIntExact(bands.getFirst().cells() * cellBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    long number = 0;
    for (final Region band : bands) {
      for (int rank = 0; rank < workers.size(); rank++) {
        final IndexSet part = part(rank, band);
        if (!part.isEmpty()) {
          final ByteBuffer cells = rank == 0 ? Frame.payload(packed(part)) : workers.receive(rank);
          new RowBand(band, cellBytes).put(part, cells, all);
        }
      }
      for (int line = 0; line < band.lines(); line++) {
        taker.row(number++, all.slice(line * rowBytes, rowBytes).order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }

  /** What a rank has of a band. */
  private IndexSet part(int rank, Region band) {
    return distribution.owned(rank).intersect(band.indices(distribution.extents().dimensions()));
  }

  /** This worker's cells in a frame's buffer. */
  private ByteBuffer packed(IndexSet part) {
    final Packing packing = new Packing(part, distribution);
    final RegionCells cells = array.present();
    final ByteBuffer buffer = Frame.buffer(Math.toIntExact(packing.cells() * cells.cellBytes()));
    cells.read(packing, 0, packing.cells(), buffer);
    return buffer;
  }

  /** Whole rows, in their order; the first band is the longest. */
  private List<Region> bands() {
    return array.shape().all().parts(BAND_BYTES / array.shape().cellBytes());
  }
}
