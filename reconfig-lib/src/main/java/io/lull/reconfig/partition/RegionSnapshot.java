package io.lull.reconfig.partition;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One worker's regions of all arrays as they were at a safe point. An array is a section, whose
 * blocks are so many whole rows.
 *
 * @param described by array, its box and how many rows a block has
 * @param cells by array, retained
 * @param changed by array: outside of it no cell has changed since the snapshot before
 */
public record RegionSnapshot(
    List<PieceGrid> described, List<RegionCells> cells, List<Region> changed)
    implements StateSnapshot {
  /** Of a header with boxes only, as programs read it that know nothing else. */
  private static final int VERSION = 1;

  /** Of one with an array that is dealt out, which they would take for a box. */
  private static final int VERSION_WITH_DEALT = 2;

  /**
   * A block is about so long: large enough for the disk, small enough to be read for a few rows.
   */
  private static final int BLOCK_BYTES = 1 << 20;

  public RegionSnapshot {
    described = List.copyOf(described);
    cells = List.copyOf(cells);
    changed = List.copyOf(changed);
  }

  /**
   * How an array lies in a piece.
   *
   * @param rank whose box it is
   */
  public static PieceGrid describe(PartitionedArray array, Distribution distribution, int rank) {
    final Region region = distribution.box(rank);
    final Shape shape = array.shape();
    final PieceGrid.Builder described = PieceGrid.newBuilder();
    if (distribution instanceof BlockCyclic dealt) {
      described.addAllBlockLengths(dealt.blockLengths());
      final List<Integer> turns = dealt.turns().processes();
      if (turns.isEmpty()) {
        described.addAllProcesses(dealt.processes());
      } else {
        described.addAllTurns(turns).setTurnsDimension(dealt.turnsDimension());
      }
    }
    return described
        .setName(array.name())
        .setPlanes(shape.planes())
        .setRows(shape.rows())
        .setColumns(shape.columns())
        .setCellBytes(shape.cellBytes())
        .setElement(array.element())
        .setPlaneFrom(region.planeFrom())
        .setPlaneTo(region.planeTo())
        .setRowFrom(region.rowFrom())
        .setRowTo(region.rowTo())
        .setColumnFrom(region.columnFrom())
        .setColumnTo(region.columnTo())
        .setRowsPerBlock(rowsPerBlock(region, shape.cellBytes()))
        .build();
  }

  /** How a region's cells are divided into blocks. */
  public static int rowsPerBlock(Region region, int cellBytes) {
    return (int) Math.max(1, BLOCK_BYTES / Math.max(1, region.columns() * cellBytes));
  }

  @Override
  public void describe(PieceHeader.Builder header) {
    header
        .addAllGrids(described)
        .setVersion(
            described.stream().anyMatch(array -> array.getBlockLengthsCount() > 0)
                ? VERSION_WITH_DEALT
                : VERSION);
  }

  @Override
  public List<StateSection> sections() {
    return IntStream.range(0, cells.size()).mapToObj(this::section).toList();
  }

  private StateSection section(int array) {
    final RegionCells own = cells.get(array);
    final long rowBytes = own.own().columns() * own.cellBytes();
    return new StateSection(
        described.get(array).getName(),
        own.own().lines() * rowBytes,
        rowsPerBlock(array) * rowBytes);
  }

  private long rowsPerBlock(int array) {
    return described.get(array).getRowsPerBlock();
  }

  @Override
  public void read(int section, long block, ByteBuffer out) {
    final RegionCells own = cells.get(section);
    final long line = block * rowsPerBlock(section);
    own.readLines(line, Math.min(own.own().lines(), line + rowsPerBlock(section)), out);
  }

  @Override
  public BitSet changedBlocks(int section) {
    final Region own = cells.get(section).own();
    final Region part = own.intersect(changed.get(section));
    final BitSet blocks = new BitSet();
    if (!part.isEmpty()) {
      final long from = own.lineOf(part.planeFrom(), part.rowFrom()) / rowsPerBlock(section);
      final long last = own.lineOf(part.planeTo() - 1, part.rowTo() - 1) / rowsPerBlock(section);
      blocks.set(Math.toIntExact(from), Math.toIntExact(last + 1));
    }
    return blocks;
  }

  @Override
  public void release() {
    cells.forEach(RegionCells::release);
  }
}
