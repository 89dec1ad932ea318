package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.state.StateSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The division of a piece into parts, as its header states it: into sections, one after the other,
 * and these into blocks, each with a checksum.
 */
record PieceSections(List<StateSection> sections) {
  /** A block and its checksum are read as a whole. */
  private static final long MAX_BLOCK_BYTES = Integer.MAX_VALUE - Long.BYTES;

  PieceSections {
    sections = List.copyOf(sections);
  }

  /**
   * @throws IOException when the header says what cannot be
   */
  static PieceSections of(PieceHeader header) throws IOException {
    final List<StateSection> sections = new ArrayList<>();
    try {
      for (final PieceGrid grid : header.getGridsList()) {
        sections.add(section(grid));
      }
      for (final PieceSection section : header.getSectionsList()) {
        sections.add(
            new StateSection(section.getName(), section.getBytes(), section.getBlockBytes()));
      }
      if (sections.stream().anyMatch(section -> section.blockBytes() > MAX_BLOCK_BYTES)) {
        throw new IllegalArgumentException("a block has over " + MAX_BLOCK_BYTES + " bytes");
      }
      final PieceSections all = new PieceSections(sections);
      Math.addExact(all.bytes(), all.indexBytes(header));
      return all;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IOException("the header of a piece contradicts itself: " + e.getMessage(), e);
    }
  }

  /** A grid's blocks are so many whole rows. */
  private static StateSection section(PieceGrid grid) {
    if (grid.getCellBytes() < 1 || grid.getRowsPerBlock() < 1) {
      throw new IllegalArgumentException(
          "grid " + grid.getName() + " has cells or blocks without bytes");
    }
    final long rowBytes =
        Math.multiplyExact(
            length(grid, grid.getColumnFrom(), grid.getColumnTo(), grid.getColumns()),
            (long) grid.getCellBytes());
    // Of a grid of one or two dimensions nothing need be said of planes.
    final long planes =
        length(
            grid,
            grid.getPlaneFrom(),
            Math.max(1, grid.getPlaneTo()),
            Math.max(1, grid.getPlanes()));
    final long rows =
        Math.multiplyExact(
            planes, length(grid, grid.getRowFrom(), grid.getRowTo(), grid.getRows()));
    return new StateSection(
        grid.getName(),
        Math.multiplyExact(rows, rowBytes),
        Math.multiplyExact(grid.getRowsPerBlock(), rowBytes));
  }

  private static long length(PieceGrid grid, long from, long to, long whole) {
    if (from < 0 || to < from || to > whole) {
      throw new IllegalArgumentException(
          "grid " + grid.getName() + " has " + from + " to " + to + " of " + whole);
    }
    return to - from;
  }

  int count() {
    return sections.size();
  }

  StateSection get(int section) {
    return sections.get(section);
  }

  /**
   * Where a section begins, from the first one on.
   *
   * @throws ArithmeticException when that is further than a file is long
   */
  long start(int section) {
    long start = 0;
    for (final StateSection each : sections.subList(0, section)) {
      final long checksums = Math.multiplyExact(each.blocks(), Integer.BYTES);
      start = Math.addExact(start, Math.addExact(each.bytes(), checksums));
    }
    return start;
  }

  /** Of all of them, with their checksums. */
  long bytes() {
    return start(count());
  }

  /** How many blocks there are before a section's. */
  long blocksBefore(int section) {
    return sections.subList(0, section).stream()
        .mapToLong(StateSection::blocks)
        .reduce(0, Math::addExact);
  }

  /**
   * Of what follows the blocks of a piece with this header.
   *
   * @throws ArithmeticException when that is further than a file is long
   */
  long indexBytes(PieceHeader header) {
    return header.hasEncryption() ? BlockIndex.bytes(blocksBefore(count())) : 0;
  }
}
