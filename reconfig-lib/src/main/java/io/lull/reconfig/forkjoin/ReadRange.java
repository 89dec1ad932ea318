package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Runs;
import java.util.ArrayList;
import java.util.List;

/** Ranges of an array's indices that a loop's iterations read. */
record ReadRange(SharedArray array, AffineRange range) {
  IndexRange at(long iteration) {
    return range.at(iteration, array.length());
  }

  /** By rank, what each worker reads that does these iterations. */
  List<IndexSet> read(List<IndexRange> iterations) {
    return iterations.stream().map(each -> all(range.at(each, array.length()))).toList();
  }

  private IndexSet all(Runs indices) {
    final List<Runs> dimensions =
        new ArrayList<>(array.shape().all().indices(array.dimensions).dimensions());
    dimensions.set(0, indices);
    return new IndexSet(dimensions);
  }
}
