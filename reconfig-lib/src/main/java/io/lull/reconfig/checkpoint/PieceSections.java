package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import java.util.List;

/**
 * How the bytes of a piece are divided into sections, and these into blocks, as its header says.
 */
record PieceSections(List<Section> sections) {
  /**
   * One after the other in the piece.
   *
   * @param bytes of its content, without the checksums
   * @param blockBytes of the content of each of its blocks, but the last may have less
   */
  record Section(String name, long bytes, long blockBytes) {
    long blocks() {
      return bytes == 0 ? 0 : Math.ceilDiv(bytes, blockBytes);
    }

    /** How much content a block has. */
    int contentBytes(long block) {
      return Math.toIntExact(Math.min(blockBytes, bytes - block * blockBytes));
    }

    /** With the checksums. */
    long bytesInPiece() {
      return bytes + blocks() * Integer.BYTES;
    }
  }

  PieceSections {
    sections = List.copyOf(sections);
  }

  /** A grid is a section, whose blocks are so many whole rows. */
  static PieceSections of(PieceHeader header) {
    return new PieceSections(header.getGridsList().stream().map(PieceSections::section).toList());
  }

  private static Section section(PieceGrid grid) {
    final long rowBytes = (grid.getColumnTo() - grid.getColumnFrom()) * grid.getCellBytes();
    // Of a grid of one or two dimensions nothing need be said of planes.
    final long planes = Math.max(1, grid.getPlaneTo()) - grid.getPlaneFrom();
    final long rows = planes * (grid.getRowTo() - grid.getRowFrom());
    return new Section(grid.getName(), rows * rowBytes, grid.getRowsPerBlock() * rowBytes);
  }

  int count() {
    return sections.size();
  }

  Section get(int section) {
    return sections.get(section);
  }

  /** Where a section begins, from the first one on. */
  long start(int section) {
    return sections.subList(0, section).stream().mapToLong(Section::bytesInPiece).sum();
  }

  /** Of all of them. */
  long bytes() {
    return start(count());
  }
}
