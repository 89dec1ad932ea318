package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Memory that a grid's next updates write to, so that an update takes none from the system. One is
 * as long as the other; where the cells of a safe point are kept, two of them go round.
 */
final class Spares {
  private @Nullable Storage first;
  private @Nullable Storage second;

  /** Outside of it the first holds the present values; null: nowhere. */
  private @Nullable Region agreedOutside;

  /**
   * The first.
   *
   * @param bytes taken from the system if there is none
   */
  Storage first(long bytes) {
    if (first == null) {
      first = second == null ? Storage.of(bytes) : second;
      second = null;
      agreedOutside = null;
    }
    return first;
  }

  /**
   * The first has become the present cells.
   *
   * @param before the cells until then: the first from now on, unless somebody else holds them too
   * @param updated outside of it both are the same
   */
  void taken(Storage before, Region updated) {
    if (before.isShared()) {
      before.letGo();
      first = null;
    } else {
      first = before;
    }
    agreedOutside = updated;
  }

  /** What somebody held who needs it no longer. */
  void takeBack(Storage held) {
    if (held.isShared() || second != null) {
      held.letGo();
    } else {
      second = held;
    }
  }

  /**
   * One of them for cells of another shape, whatever is in it; there is none afterwards.
   *
   * @return null: none suits
   */
  @Nullable Storage give(long bytes) {
    @Nullable Storage given = null;
    if (first != null) {
      given = first.fitted(bytes);
      first = given == null ? first : null;
    }
    if (given == null && second != null) {
      given = second.fitted(bytes);
      second = given == null ? second : null;
    }
    drop();
    return given;
  }

  /**
   * Memory of cells that are no longer the present ones is the first, whatever is in it.
   *
   * @return null: it does not suit cells of so many bytes, and is free
   */
  @Nullable Storage keep(Storage before, long bytes) {
    drop();
    final @Nullable Storage kept = before.fitted(bytes);
    if (kept == null) {
      before.letGo();
    }
    first = kept;
    agreedOutside = null;
    return kept;
  }

  /** The first is written to, or the present cells are others. */
  void disagree() {
    agreedOutside = null;
  }

  /** Whether the first lacks present values outside of a part. */
  boolean lacksOutside(Region part) {
    final @Nullable Region outside = agreedOutside;
    return outside == null || !outside.equals(outside.intersect(part));
  }

  /** Leaves one only: an update needs no more. */
  void trim() {
    if (first != null && second != null) {
      second.letGo();
      second = null;
    }
  }

  void drop() {
    if (first != null) {
      first.letGo();
      first = null;
    }
    if (second != null) {
      second.letGo();
      second = null;
    }
  }
}
