package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of indices in one dimension.
 *
 * @param runs no two have an index in common; none when the set is empty
 */
public record Runs(List<Run> runs) {
  static final Runs NONE = new Runs(List.of());

  public Runs {
    runs = List.copyOf(runs);
  }

  /** An interval; the end is exclusive. */
  public static Runs between(long from, long to) {
    return from < to ? new Runs(List.of(Run.between(from, to))) : NONE;
  }

  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Whether it is one interval, or empty. */
  public boolean isInterval() {
    return runs.isEmpty() || (runs.size() == 1 && runs.getFirst().count() == 1);
  }

  /** The least index; 0 when the set is empty. */
  public long first() {
    long first = runs.isEmpty() ? 0 : Long.MAX_VALUE;
    for (final Run run : runs) {
      first = Math.min(first, run.first());
    }
    return first;
  }

  /** The index after the greatest; 0 when the set is empty. */
  public long end() {
    long end = 0;
    for (final Run run : runs) {
      end = Math.max(end, run.end());
    }
    return end;
  }

  /** How many indices it has. */
  public long size() {
    long size = 0;
    for (final Run run : runs) {
      size += run.size();
    }
    return size;
  }

  public boolean contains(long index) {
    return runs.stream().anyMatch(run -> run.contains(index));
  }

  /** How many of its indices are less than this one. */
  public long below(long index) {
    long below = 0;
    for (final Run run : runs) {
      below += run.below(index);
    }
    return below;
  }

  public Runs intersect(Runs other) {
    if (runs.isEmpty() || other.runs.isEmpty()) {
      return NONE;
    }
    if (runs.size() == 1 && other.runs.size() == 1) {
      return of(runs.getFirst().intersect(other.runs.getFirst()));
    }
    final List<Run> common = new ArrayList<>();
    for (final Run mine : runs) {
      for (final Run theirs : other.runs) {
        common.addAll(mine.intersect(theirs));
      }
    }
    return of(common);
  }

  private static Runs of(List<Run> runs) {
    return runs.isEmpty() ? NONE : new Runs(runs);
  }
}
