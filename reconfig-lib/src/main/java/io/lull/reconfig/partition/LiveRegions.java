package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import java.nio.ByteBuffer;
import java.util.List;

/** The regions in this worker's memory. */
record LiveRegions(List<? extends PartitionedArray> arrays) implements StateSource, RegionSource {
  @Override
  public TransferReader read(StatePlan plan, StateTransfer transfer) {
    return new RegionReader((RegionPlan) plan, transfer, this);
  }

  @Override
  public boolean copy(StatePlan plan, StateTransfer transfer, TransferTarget target) {
    final RegionPlan regions = (RegionPlan) plan;
    final Move move = regions.move(transfer);
    if (StayingLines.are(move.indices())) {
      StayingLines.of(
              move.indices(),
              regions.moves().before().grids().get(move.grid()),
              regions.moves().next().grids().get(move.grid()))
          .copy(arrays.get(move.grid()));
      return true;
    }
    if (!move.indices().isBox()) {
      return false;
    }
    final RegionChunk.Box box = RegionChunk.box(regions.moves(), move, move.region());
    arrays.get(move.grid()).copyToPending(box.source(), box.target());
    return true;
  }

  @Override
  public void read(int array, Region region, ByteBuffer out) {
    arrays.get(array).present().read(region, out);
  }

  @Override
  public void read(int array, Packing packing, long from, long to, ByteBuffer out) {
    arrays.get(array).present().read(packing, from, to, out);
  }
}
