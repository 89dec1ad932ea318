package io.lull.reconfig.distribution;

import java.util.List;

/**
 * Goes through a part of a {@link Packing}. It is a loop, and what takes the strips has one place
 * in it: a recursion over the dimensions takes the optimising compiler a second, since that inlines
 * each level into the one above.
 */
final class StripCursor {
  private final Places places;
  private final int last;
  private final RunCursor planes;
  private final RunCursor rows;
  private final RunCursor columns;
  private final long end;
  private long next;
  private long column;
  private long plane;
  private long row;

  /**
   * @param from the number of the first element
   * @param to the number after the last, greater than that
   */
  StripCursor(Packing packing, long from, long to) {
    places = packing.places();
    final List<Runs> dimensions = packing.indices().dimensions();
    last = dimensions.size() - 1;
    columns = new RunCursor(dimensions.get(last));
    rows = last > 0 ? new RunCursor(dimensions.get(last - 1)) : new RunCursor(Runs.between(0, 1));
    planes = last > 1 ? new RunCursor(dimensions.get(last - 2)) : new RunCursor(Runs.between(0, 1));
    next = from;
    end = to;
    beginLine();
  }

  boolean isBeforeEnd() {
    return next < end;
  }

  private void beginLine() {
    final long line = next / columns.size();
    column = next % columns.size();
    row = last > 0 ? places.of(last - 1, rows.index(line % rows.size())) : 0;
    plane = last > 1 ? places.of(last - 2, planes.index(line / rows.size())) : 0;
  }

  /** Whole intervals of a run, or what is there of one. */
  Strip next() {
    if (column == columns.size()) {
      beginLine();
    }
    columns.seek(column);
    final Run run = columns.run();
    final long from = column - columns.before();
    final long left = Math.min(run.size() - from, end - next);
    final long inInterval = from % run.length();
    final boolean whole = inInterval == 0 && left >= run.length();
    final long length = whole ? run.length() : Math.min(run.length() - inInterval, left);
    final long count = whole ? left / length : 1;
    final long place = places.of(last, run.index(from));
    // A run's stride is one of its owner's periods, so at the owner's it is the same all along.
    final long stride = count > 1 ? places.of(last, run.index(from + length)) - place : length;
    next += length * count;
    column += length * count;
    return new Strip(plane, row, place, length, stride, count);
  }
}
