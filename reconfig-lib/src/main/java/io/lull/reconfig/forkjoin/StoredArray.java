package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.partition.PartitionedArray;
import io.lull.reconfig.partition.RegionCells;
import java.util.List;

/**
 * A shared array as the runtime moves and keeps it; an author's program has no use for it.
 * Retaining copies nothing; the next loop that writes the array copies it first ({@link
 * SharedArray#makeWritable}).
 */
public final class StoredArray implements PartitionedArray {
  private final SharedArray array;

  public StoredArray(SharedArray array) {
    this.array = array;
  }

  public SharedArray array() {
    return array;
  }

  @Override
  public String name() {
    return array.name();
  }

  @Override
  public Shape shape() {
    return array.shape();
  }

  @Override
  public String element() {
    return array.element();
  }

  @Override
  public boolean isPlaced() {
    return array.memory().presentOrNull() != null;
  }

  @Override
  public RegionCells present() {
    return array.present();
  }

  @Override
  public RegionCells retain() {
    array.memory().hold();
    return array.present();
  }

  @Override
  public void restore(RegionCells retained) {
    array.restore(((Cells) retained).storage());
  }

  @Override
  public void recycle(RegionCells retained) {
    array.memory().takeBack(((Cells) retained).storage());
  }

  @Override
  public long writes() {
    return array.memory().writes();
  }

  @Override
  public Region takeChanged() {
    return array.memory().takeChanged();
  }

  @Override
  public void prepare(Region own, boolean filled) {
    array.memory().prepare(own);
  }

  @Override
  public RegionCells pending() {
    return pendingCells();
  }

  private Cells pendingCells() {
    return array.memory().view(array.memory().pending());
  }

  @Override
  public void abandon() {
    array.memory().abandon();
  }

  @Override
  public void commit(List<Region> regions, Places places, int rank) {
    array.commit(regions, places, rank);
  }

  @Override
  public void copyToPending(Region source, Region target) {
    array.present().copyTo(pendingCells(), source, target);
  }
}
