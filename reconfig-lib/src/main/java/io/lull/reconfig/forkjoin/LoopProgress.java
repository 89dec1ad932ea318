package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.LoopRoundsBehind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How far a loop is that is done in rounds: the same on every worker, and pure.
 *
 * @param done iterations that are behind, in order, no two ranges touching each other
 * @param rounds what they gave, all together
 */
record LoopProgress(List<IndexRange> done, ByteString rounds) {
  /** Nothing is behind. */
  static final LoopProgress NONE = new LoopProgress(List.of(), ByteString.EMPTY);

  LoopProgress {
    done = List.copyOf(done);
  }

  /**
   * @throws IllegalArgumentException when it cannot be one
   */
  static LoopProgress of(LoopRoundsBehind saved) {
    final List<IndexRange> done = new ArrayList<>();
    long end = -1;
    for (int i = 0; i + 1 < saved.getDoneCount(); i += 2) {
      final IndexRange range = new IndexRange(saved.getDone(i), saved.getDone(i + 1));
      if (range.from() <= end || range.to() <= range.from()) {
        throw new IllegalArgumentException("iterations that are behind overlap");
      }
      end = range.to();
      done.add(range);
    }
    return new LoopProgress(done, saved.getGave());
  }

  LoopRoundsBehind saved() {
    final LoopRoundsBehind.Builder saved = LoopRoundsBehind.newBuilder().setGave(rounds);
    done.forEach(range -> saved.addDone(range.from()).addDone(range.to()));
    return saved.build();
  }

  boolean isBegun() {
    return !done.isEmpty();
  }

  /** Whether all iterations from one to before another are behind. */
  boolean isComplete(long from, long to) {
    return from >= to || left(new IndexRange(from, to)) == 0;
  }

  /** The iterations of a range that are not behind. */
  List<IndexRange> remaining(IndexRange range) {
    final List<IndexRange> remaining = new ArrayList<>();
    long from = range.from();
    for (final IndexRange behind : done) {
      if (behind.to() <= from || behind.from() >= range.to()) {
        continue;
      }
      if (from < behind.from()) {
        remaining.add(new IndexRange(from, behind.from()));
      }
      from = behind.to();
    }
    if (from < range.to()) {
      remaining.add(new IndexRange(from, range.to()));
    }
    return remaining;
  }

  /** How many these are. */
  long left(IndexRange range) {
    return IndexRange.count(remaining(range));
  }

  /** The first of these, so many that as many rounds as parts do all. */
  List<IndexRange> share(IndexRange range, long parts) {
    return IndexRange.first(remaining(range), Math.ceilDiv(left(range), parts));
  }

  /**
   * After a round in which each worker has done its share.
   *
   * @param ranges that workers have, or share
   * @param gave what this round and those before gave
   */
  LoopProgress after(List<IndexRange> ranges, long parts, ByteString gave) {
    final List<IndexRange> all = new ArrayList<>(done);
    ranges.forEach(range -> all.addAll(share(range, parts)));
    all.sort(Comparator.comparingLong(IndexRange::from));
    final List<IndexRange> merged = new ArrayList<>();
    for (final IndexRange each : all) {
      if (!merged.isEmpty() && merged.getLast().to() == each.from()) {
        merged.set(merged.size() - 1, new IndexRange(merged.getLast().from(), each.to()));
      } else {
        merged.add(each);
      }
    }
    return new LoopProgress(merged, gave);
  }
}
