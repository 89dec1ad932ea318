package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.partition.PartitionedArray;
import io.lull.reconfig.partition.RegionCells;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grid as the runtime moves and keeps it; an author's program has no use for it. Retaining copies
 * nothing: an update writes its new values into other memory.
 */
public final class GridArray implements PartitionedArray {
  private final Grid grid;

  public GridArray(Grid grid) {
    this.grid = grid;
  }

  public Grid grid() {
    return grid;
  }

  @Override
  public String name() {
    return grid.name();
  }

  @Override
  public Shape shape() {
    return grid.shape();
  }

  @Override
  public String element() {
    return grid.element();
  }

  @Override
  public boolean isPlaced() {
    return grid.placementOrNull() != null;
  }

  @Override
  public RegionCells present() {
    return grid.present();
  }

  @Override
  public RegionCells retain() {
    grid.placement().storage().hold();
    return grid.present();
  }

  @Override
  public void restore(RegionCells retained) {
    grid.restore(((Cells) retained).storage());
  }

  @Override
  public void recycle(RegionCells retained) {
    grid.takeBack(((Cells) retained).storage());
  }

  @Override
  public long writes() {
    return grid.writes();
  }

  @Override
  public Region takeChanged() {
    return grid.takeChanged();
  }

  @Override
  public void prepare(Region own, boolean filled) {
    grid.prepare(own, filled);
  }

  @Override
  public RegionCells pending() {
    return pendingCells();
  }

  private Cells pendingCells() {
    final @Nullable StoredTile pending = grid.pending();
    if (pending == null) {
      throw new IllegalStateException("no change of place is prepared for grid " + grid.name());
    }
    return grid.view(pending);
  }

  @Override
  public void abandon() {
    grid.abandon();
  }

  @Override
  public void commit(List<Region> regions, Places places, int rank) {
    grid.commit(regions, places, rank);
  }

  @Override
  public void copyToPending(Region source, Region target) {
    grid.present().copyTo(pendingCells(), source, target);
  }
}
