package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Run;
import io.lull.reconfig.distribution.Runs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lines that are dealt out in one dimension, and that a worker has before a change and after it: in
 * stretches that lie side by side both times.
 *
 * @param dimension in which they are dealt out
 */
record StayingLines(IndexSet indices, int dimension, Distribution before, Distribution after) {
  /** So many lines, from one place to another. */
  record Stretch(long from, long to, long length) {
    boolean isFollowedBy(Stretch next) {
      return from + length == next.from && to + length == next.to;
    }
  }

  /** Whether there are such lines: in all dimensions but one they are intervals. */
  static boolean are(IndexSet indices) {
    return indices.dimensions().stream().filter(runs -> !runs.isInterval()).count() == 1;
  }

  static StayingLines of(IndexSet indices, Distribution before, Distribution after) {
    final int dimension = (int) indices.dimensions().stream().takeWhile(Runs::isInterval).count();
    return new StayingLines(indices, dimension, before, after);
  }

  /** Copies them to where they will be. */
  void copy(PartitionedArray array) {
    for (final Stretch stretch : stretches()) {
      array.copyToPending(
          box(before, stretch.from(), stretch.length()),
          box(after, stretch.to(), stretch.length()));
    }
  }

  /**
   * Indices that follow each other and have one owner are side by side there, too.
   *
   * @param places in which the box is
   */
  private Region box(Places places, long place, long length) {
    final List<Runs> box = new ArrayList<>();
    for (int d = 0; d < indices.dimensions().size(); d++) {
      final long from = d == dimension ? place : places.of(d, indices.first(d));
      box.add(
          Runs.between(
              from, from + (d == dimension ? length : indices.dimensions().get(d).size())));
    }
    return Region.of(new IndexSet(box));
  }

  List<Stretch> stretches() {
    final List<Stretch> all = new ArrayList<>();
    for (final Run run : indices.dimensions().get(dimension).runs()) {
      for (long interval = 0; interval < run.count(); interval++) {
        final long first = run.first() + interval * run.stride();
        for (long done = 0, n; done < run.length(); done += n) {
          final long from = before.of(dimension, first + done);
          final long to = after.of(dimension, first + done);
          n =
              Math.min(
                  run.length() - done,
                  Math.min(before.stretch(dimension, from), after.stretch(dimension, to)));
          all.add(new Stretch(from, to, n));
        }
      }
    }
    all.sort(Comparator.comparingLong(Stretch::from));
    final List<Stretch> merged = new ArrayList<>();
    for (final Stretch next : all) {
      if (!merged.isEmpty() && merged.getLast().isFollowedBy(next)) {
        final Stretch last = merged.removeLast();
        merged.add(new Stretch(last.from(), last.to(), last.length() + next.length()));
      } else {
        merged.add(next);
      }
    }
    return merged;
  }
}
