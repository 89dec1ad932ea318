package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.distribution.TransferPlan.Move;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * As much of a move as travels at once. A box says where it belongs; of what is no box every worker
 * knows the elements and their order from the plan, so that a part of it only says where in this
 * order it begins.
 */
sealed interface RegionChunk {
  int array();

  long cells();

  int headBytes();

  void putHead(ByteBuffer into);

  /** Appends the cells. */
  void read(RegionSource source, ByteBuffer into) throws IOException;

  /**
   * A move in chunks.
   *
   * @param number of the move in the plan
   * @param mostCells of a chunk; but a box has at least a line
   */
  static List<RegionChunk> of(TransferPlan plan, int number, long mostCells) {
    final Move move = plan.moves().get(number);
    final List<RegionChunk> chunks = new ArrayList<>();
    if (move.indices().isBox()) {
      for (final Region part : move.region().parts(mostCells)) {
        chunks.add(box(plan, move, part));
      }
      return chunks;
    }
    final long cells = move.indices().cells();
    for (long from = 0; from < cells; from += mostCells) {
      chunks.add(part(plan, number, from, Math.min(cells, from + mostCells)));
    }
    return chunks;
  }

  /** A part of a move that is no box. */
  static Part part(TransferPlan plan, int number, long from, long to) {
    final Move move = plan.moves().get(number);
    return new Part(
        move.grid(), new Packing(move.indices(), plan.before().grids().get(move.grid())), from, to);
  }

  /** A part of a move that is a box. */
  static Box box(TransferPlan plan, Move move, Region part) {
    final int dimensions = move.indices().dimensions().size();
    return new Box(
        move.grid(),
        at(plan.before().grids().get(move.grid()), part, dimensions),
        targetOf(plan, move, part));
  }

  /** Where a box of a move belongs. */
  static Region targetOf(TransferPlan plan, Move move, Region part) {
    return at(plan.next().grids().get(move.grid()), part, move.indices().dimensions().size());
  }

  /** Where a box lies that has one owner. */
  private static Region at(Places places, Region box, int dimensions) {
    return box.shift(
        dimensions < 3 ? 0 : places.of(dimensions - 3, box.planeFrom()) - box.planeFrom(),
        dimensions < 2 ? 0 : places.of(dimensions - 2, box.rowFrom()) - box.rowFrom(),
        places.of(dimensions - 1, box.columnFrom()) - box.columnFrom());
  }

  /**
   * @param source where it lies
   * @param target where it belongs
   */
  record Box(int array, Region source, Region target) implements RegionChunk {
    static final int HEAD_BYTES = 6 * Long.BYTES;

    @Override
    public long cells() {
      return source.cells();
    }

    @Override
    public int headBytes() {
      return HEAD_BYTES;
    }

    @Override
    public void putHead(ByteBuffer into) {
      into.putLong(target.planeFrom())
          .putLong(target.planeTo())
          .putLong(target.rowFrom())
          .putLong(target.rowTo())
          .putLong(target.columnFrom())
          .putLong(target.columnTo());
    }

    /** Where a box belongs, from its head. */
    static Region target(ByteBuffer head) {
      return new Region(
          head.getLong(),
          head.getLong(),
          head.getLong(),
          head.getLong(),
          head.getLong(),
          head.getLong());
    }

    @Override
    public void read(RegionSource cells, ByteBuffer into) throws IOException {
      cells.read(array, source, into);
    }
  }

  /**
   * @param from the first element, in their order
   * @param to the one after the last
   */
  record Part(int array, Packing source, long from, long to) implements RegionChunk {
    @Override
    public long cells() {
      return to - from;
    }

    @Override
    public int headBytes() {
      return Long.BYTES;
    }

    @Override
    public void putHead(ByteBuffer into) {
      into.putLong(from);
    }

    @Override
    public void read(RegionSource cells, ByteBuffer into) throws IOException {
      cells.read(array, source, from, to, into);
    }
  }
}
