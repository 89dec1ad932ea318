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
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    return new PieceSections(sections);
  }

  /** A grid's blocks are so many whole rows. */
  private static StateSection section(PieceGrid grid) {
    final long rowBytes = (grid.getColumnTo() - grid.getColumnFrom()) * grid.getCellBytes();
    // Of a grid of one or two dimensions nothing need be said of planes.
    final long planes = Math.max(1, grid.getPlaneTo()) - grid.getPlaneFrom();
    final long rows = planes * (grid.getRowTo() - grid.getRowFrom());
    return new StateSection(grid.getName(), rows * rowBytes, grid.getRowsPerBlock() * rowBytes);
  }

  int count() {
    return sections.size();
  }

  StateSection get(int section) {
    return sections.get(section);
  }

  /** Where a section begins, from the first one on. */
  long start(int section) {
    return sections.subList(0, section).stream()
        .mapToLong(each -> each.bytes() + each.blocks() * Integer.BYTES)
        .sum();
  }

  /** Of all of them, with their checksums. */
  long bytes() {
    return start(count());
  }
}
