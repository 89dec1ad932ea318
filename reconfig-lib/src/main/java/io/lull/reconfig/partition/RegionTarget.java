package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Puts cells in the place prepared for them.
 *
 * @param pending by array
 */
record RegionTarget(RegionPlan plan, List<RegionCells> pending) implements TransferTarget {
  @Override
  public long write(StateTransfer transfer, ByteBuffer chunk) throws IOException {
    final Move move = plan.move(transfer);
    final RegionCells cells = pending.get(move.grid());
    if (move.indices().isBox()) {
      return box(move, cells, chunk);
    }
    require(chunk.remaining() >= Long.BYTES);
    final long from = chunk.getLong();
    final long bytes = chunk.remaining();
    final long to = from + bytes / cells.cellBytes();
    final Packing packing =
        new Packing(move.indices(), plan.moves().next().grids().get(move.grid()));
    require(bytes % cells.cellBytes() == 0 && from >= 0 && to >= from && to <= packing.cells());
    cells.write(packing, from, to, chunk);
    return bytes;
  }

  private long box(Move move, RegionCells cells, ByteBuffer chunk) throws IOException {
    require(chunk.remaining() >= RegionChunk.Box.HEAD_BYTES);
    final Region box = RegionChunk.Box.target(chunk);
    final long bytes = chunk.remaining();
    final Region whole = RegionChunk.targetOf(plan.moves(), move, move.region());
    require(
        !box.isEmpty()
            && box.equals(box.intersect(whole))
            && bytes == box.cells() * cells.cellBytes());
    cells.write(box, chunk);
    return bytes;
  }

  private static void require(boolean fits) throws IOException {
    if (!fits) {
      throw new IOException("cells that do not belong here");
    }
  }
}
