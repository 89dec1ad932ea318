package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one worker's part of a shared array: the present one, the one that a change of
 * configuration prepares, and what is held of it for checkpoints and early returns.
 */
final class ArrayMemory {
  private final String name;
  private final Shape shape;
  private final Reach halo;
  private final ValueLayout layout;
  private @Nullable StoredTile present;
  private @Nullable StoredTile pending;

  /** For the next copy. */
  private @Nullable Storage spare;

  /** Outside of it nothing has changed since that was last asked; null: all may have. */
  private @Nullable Region changed;

  /** How often a part of it was written, or all of it restored. */
  private long writes;

  ArrayMemory(String name, Shape shape, Reach halo, ValueLayout layout) {
    this.name = name;
    this.shape = shape;
    this.halo = halo;
    this.layout = layout;
  }

  /** Null: this worker has no part. */
  @Nullable StoredTile presentOrNull() {
    return present;
  }

  StoredTile present() {
    final @Nullable StoredTile placed = present;
    if (placed == null) {
      throw new IllegalStateException(
          "array " + name + " has no elements yet: use it in run, not in declare");
    }
    return placed;
  }

  StoredTile pending() {
    final @Nullable StoredTile next = pending;
    if (next == null) {
      throw new IllegalStateException("no change of place is prepared for array " + name);
    }
    return next;
  }

  Cells view(StoredTile of) {
    return new Cells(of.tile(), of.storage(), layout, shape.cellBytes());
  }

  /**
   * Memory beside the present one.
   *
   * @throws OutOfMemoryError when there is none
   */
  StoredTile beside(Region region) {
    final Tile tile = Tile.of(region, new Reach(0, 0, 0));
    return new StoredTile(tile, Storage.of(bytes(tile)));
  }

  private long bytes(Tile tile) {
    return Math.multiplyExact(tile.length(), shape.cellBytes());
  }

  void prepare(Region own) {
    abandon();
    dropSpare();
    final Tile tile = Tile.of(own, halo);
    pending = new StoredTile(tile, Storage.of(bytes(tile)));
  }

  void abandon() {
    if (pending != null) {
      pending.storage().letGo();
      pending = null;
    }
  }

  /** What is pending, or nothing, is present now. */
  void commit() {
    if (present != null) {
      present.storage().letGo();
    }
    dropSpare();
    present = pending;
    pending = null;
    changed = null;
  }

  void hold() {
    present().storage().hold();
  }

  /** What somebody held is the present memory again. */
  void restore(Storage held) {
    writes++;
    final StoredTile placed = present();
    placed.storage().letGo();
    if (held != placed.storage()) {
      present = new StoredTile(placed.tile(), held);
    }
    changed = null;
  }

  /** What somebody held is for the next copy, unless it is the present memory. */
  void takeBack(Storage held) {
    if (held == present().storage() || held.isShared() || spare != null) {
      held.letGo();
    } else {
      spare = held;
    }
  }

  private void dropSpare() {
    if (spare != null) {
      spare.letGo();
      spare = null;
    }
  }

  /**
   * Before the present memory is written: where somebody holds it, a copy takes its place.
   *
   * @param giveUpKept makes room where memory is short
   */
  void makeWritable(Runnable giveUpKept) {
    final StoredTile placed = present();
    if (!placed.storage().isShared()) {
      return;
    }
    final @Nullable Storage ready = spare;
    spare = null;
    final Storage next = ready == null ? room(bytes(placed.tile()), giveUpKept) : ready;
    next.segment().copyFrom(placed.storage().segment());
    placed.storage().letGo();
    present = new StoredTile(placed.tile(), next);
  }

  private static Storage room(long bytes, Runnable giveUpKept) {
    try {
      return Storage.of(bytes);
    } catch (OutOfMemoryError e) {
      giveUpKept.run();
      return Storage.of(bytes);
    }
  }

  /** A part of it has been written. */
  void written(Region part) {
    writes++;
    if (changed != null) {
      changed = changed.cover(part);
    }
  }

  long writes() {
    return writes;
  }

  /** Where it may have changed since this was last asked. */
  Region takeChanged() {
    final Region own = present().tile().own();
    final Region since = changed == null ? own : own.intersect(changed);
    changed = new Region(0, 0, 0, 0, 0, 0);
    return since;
  }
}
