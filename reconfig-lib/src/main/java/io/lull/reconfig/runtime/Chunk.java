package io.lull.reconfig.runtime;

import io.lull.reconfig.checkpoint.CellSource;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.TransferPlan;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.grid.Cells;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * As much of a move as travels at once. A box says where it belongs; of what is no box every worker
 * knows the elements and their order from the plan, so that a part of it only says where in this
 * order it begins.
 */
sealed interface Chunk {
  /** Of what stands before the cells. */
  int MOST_HEAD_BYTES = Box.HEAD_BYTES;

  int grid();

  long cells();

  int channel();

  /** A grid's index for a box, else a move's. */
  int tag();

  void putHead(ByteBuffer into);

  /** Appends the cells. */
  void read(CellSource source, ByteBuffer into) throws IOException;

  /** Whether it belongs into these cells, as far as can be seen; of what others say. */
  boolean fits(Cells target);

  /** Takes the cells. */
  void write(Cells target, ByteBuffer from);

  /**
   * A move in chunks.
   *
   * @param number of the move in the plan
   * @param mostCells of a chunk; but a box has at least a line
   */
  static List<Chunk> of(TransferPlan plan, int number, long mostCells) {
    final Move move = plan.moves().get(number);
    final List<Chunk> chunks = new ArrayList<>();
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
        number,
        move.grid(),
        new Packing(move.indices(), plan.before().grids().get(move.grid())),
        new Packing(move.indices(), plan.next().grids().get(move.grid())),
        from,
        to);
  }

  /** A part of a move that is a box. */
  static Box box(TransferPlan plan, Move move, Region part) {
    final int dimensions = move.indices().dimensions().size();
    return new Box(
        move.grid(),
        at(plan.before().grids().get(move.grid()), part, dimensions),
        at(plan.next().grids().get(move.grid()), part, dimensions));
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
  record Box(int grid, Region source, Region target) implements Chunk {
    static final int HEAD_BYTES = 6 * Long.BYTES;

    @Override
    public long cells() {
      return source.cells();
    }

    @Override
    public int channel() {
      return Channel.CELLS;
    }

    @Override
    public int tag() {
      return grid;
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
    public void read(CellSource cells, ByteBuffer into) throws IOException {
      cells.read(grid, source, into);
    }

    @Override
    public boolean fits(Cells cells) {
      return target.equals(target.intersect(cells.own()));
    }

    @Override
    public void write(Cells cells, ByteBuffer from) {
      cells.write(target, from);
    }
  }

  /**
   * @param number of the move in the plan
   * @param from the first element, in their order
   * @param to the one after the last
   */
  record Part(int number, int grid, Packing source, Packing target, long from, long to)
      implements Chunk {
    @Override
    public long cells() {
      return to - from;
    }

    @Override
    public int channel() {
      return Channel.PART;
    }

    @Override
    public int tag() {
      return number;
    }

    @Override
    public void putHead(ByteBuffer into) {
      into.putLong(from);
    }

    @Override
    public void read(CellSource cells, ByteBuffer into) throws IOException {
      cells.read(grid, source, from, to, into);
    }

    @Override
    public boolean fits(Cells cells) {
      return from >= 0 && to <= target.cells();
    }

    @Override
    public void write(Cells cells, ByteBuffer in) {
      cells.write(target, from, to, in);
    }
  }
}
