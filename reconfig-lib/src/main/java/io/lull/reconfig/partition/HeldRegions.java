package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.state.PreCopySource;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Some arrays' regions in this worker's memory, as they were at a safe point. */
final class HeldRegions implements PreCopySource, RegionSource {
  /**
   * One array's.
   *
   * @param cells retained
   * @param writes of the array until then
   */
  record Held(PartitionedArray array, RegionCells cells, long writes) {
    static Held of(PartitionedArray array) {
      return new Held(array, array.retain(), array.writes());
    }
  }

  private final Map<Integer, Held> byArray;
  private final AtomicBoolean released = new AtomicBoolean();

  /**
   * @param byArray by its place among the declared
   */
  HeldRegions(Map<Integer, Held> byArray) {
    this.byArray = Map.copyOf(byArray);
  }

  @Override
  public boolean holds(StatePlan plan, StateTransfer transfer) {
    return byArray.containsKey(((RegionPlan) plan).move(transfer).grid());
  }

  @Override
  public boolean isCurrent(StatePlan plan, StateTransfer transfer) {
    final @Nullable Held held = byArray.get(((RegionPlan) plan).move(transfer).grid());
    return held != null && held.array().writes() == held.writes();
  }

  @Override
  public TransferReader read(StatePlan plan, StateTransfer transfer) {
    return new RegionReader((RegionPlan) plan, transfer, this);
  }

  @Override
  public void read(int array, Region region, ByteBuffer out) {
    cells(array).read(region, out);
  }

  @Override
  public void read(int array, Packing packing, long from, long to, ByteBuffer out) {
    cells(array).read(packing, from, to, out);
  }

  private RegionCells cells(int array) {
    final @Nullable Held held = byArray.get(array);
    if (held == null) {
      throw new IllegalArgumentException("array " + array + " is not held");
    }
    return held.cells();
  }

  @Override
  public void release() {
    if (released.compareAndSet(false, true)) {
      byArray.values().forEach(held -> held.cells().release());
    }
  }
}
