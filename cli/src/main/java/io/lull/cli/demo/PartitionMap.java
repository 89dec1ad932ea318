package io.lull.cli.demo;

import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** The owners of the grid's parts, drawn in the colours of the nodes, with ranks and names. */
final class PartitionMap {
  private static final int NOBODY = -1;

  private final JobView job;
  private final int columns;
  private final int lines;
  private final TerminalColour ink;
  private final ToIntFunction<String> indexOf;
  private final boolean faded;

  /**
   * @param columns of the drawing
   * @param lines of the drawing
   * @param indexOf a node's index among all
   * @param faded the job does not compute now
   */
  PartitionMap(
      JobView job,
      int columns,
      int lines,
      TerminalColour ink,
      ToIntFunction<String> indexOf,
      boolean faded) {
    this.job = job;
    this.columns = columns;
    this.lines = lines;
    this.ink = ink;
    this.indexOf = indexOf;
    this.faded = faded;
  }

  List<String> draw() {
    final List<WorkerView> owners =
        job.getWorkersList().stream().filter(w -> w.getRowTo() > w.getRowFrom()).toList();
    final char[][] labels = labels(owners);
    final List<String> drawn = new ArrayList<>();
    for (int y = 0; y < lines; y++) {
      final StringBuilder line = new StringBuilder();
      for (int x = 0; x < columns; x++) {
        final int upper = owner(owners, x, 2 * y);
        final int lower = owner(owners, x, 2 * y + 1);
        if (!ink.wanted()) {
          line.append(labels[y][x] != 0 ? labels[y][x] : letter(owners, upper));
        } else if (labels[y][x] != 0) {
          line.append(ink.label(colour(owners, upper), labels[y][x]));
        } else {
          line.append(ink.halves(colour(owners, upper), colour(owners, lower)));
        }
      }
      drawn.add(line.append(ink.reset()).toString());
    }
    return drawn;
  }

  /**
   * The owner of a point: an index into the owners. Each line shows two points, one above the
   * other.
   */
  private int owner(List<WorkerView> owners, int x, int y) {
    final long row = (long) ((y + 0.5) * job.getRows() / (2 * lines));
    final long column = (long) ((x + 0.5) * job.getColumns() / columns);
    for (int i = 0; i < owners.size(); i++) {
      final WorkerView worker = owners.get(i);
      if (row >= worker.getRowFrom()
          && row < worker.getRowTo()
          && column >= worker.getColumnFrom()
          && column < worker.getColumnTo()) {
        return i;
      }
    }
    return NOBODY;
  }

  private int colour(List<WorkerView> owners, int owner) {
    if (owner == NOBODY) {
      return TerminalColour.node(NOBODY);
    }
    final int colour = TerminalColour.node(indexOf.applyAsInt(owners.get(owner).getNode()));
    return faded ? TerminalColour.faded(colour) : colour;
  }

  private static char letter(List<WorkerView> owners, int owner) {
    return owner == NOBODY ? '.' : Character.forDigit(owners.get(owner).getRank() % 36, 36);
  }

  /** Rank and name in the middle of each part, as far as they fit. */
  private char[][] labels(List<WorkerView> owners) {
    final char[][] labels = new char[lines][columns];
    if (job.getRows() == 0 || job.getColumns() == 0) {
      return labels;
    }
    for (final WorkerView worker : owners) {
      final int left = (int) (worker.getColumnFrom() * columns / job.getColumns());
      final int right = (int) (worker.getColumnTo() * columns / job.getColumns());
      final int top = (int) (worker.getRowFrom() * lines / job.getRows());
      final int bottom = (int) (worker.getRowTo() * lines / job.getRows());
      final String full = worker.getRank() + " " + worker.getNode();
      final String text =
          full.length() + 2 <= right - left ? full : String.valueOf(worker.getRank());
      if (text.length() > right - left || top >= bottom) {
        continue;
      }
      final int from = (left + right - text.length()) / 2;
      for (int i = 0; i < text.length(); i++) {
        labels[Math.min(lines - 1, (top + bottom) / 2)][from + i] = text.charAt(i);
      }
    }
    return labels;
  }
}
