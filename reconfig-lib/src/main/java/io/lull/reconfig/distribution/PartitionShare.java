package io.lull.reconfig.distribution;

import java.util.List;

/**
 * The part of an array that a worker of the new configuration holds, and the share that it is due.
 *
 * @param worker its place in the list of workers
 * @param held boxes; none when it is a newcomer
 * @param weight its relative speed
 * @param least elements that it is to have
 * @param most elements that it may have
 */
record PartitionShare(int worker, List<Bounds> held, double weight, double least, double most) {

  /** The claim on a part of the array. */
  PartitionShare within(Bounds box) {
    return new PartitionShare(
        worker,
        held.stream()
            .<Bounds>mapMulti((mine, kept) -> {
              final var common = mine.intersect(box);
              if (common != null) {
                kept.accept(common);
              }
            })
            .toList(),
        weight,
        least,
        most);
  }

  boolean isNewcomer() {
    return held.isEmpty();
  }

  long cells() {
    long cells = 0;
    for (final Bounds box : held) {
      cells += box.cells();
    }
    return cells;
  }

  /** How many of the elements held have an index less than this one. */
  long cellsBelow(int dimension, long index) {
    long cells = 0;
    for (final Bounds box : held) {
      cells += box.cellsBelow(dimension, index);
    }
    return cells;
  }

  /** The middle of what is held; of a claim that holds something. */
  double middle(int dimension) {
    double moment = 0;
    double cells = 0;
    for (final Bounds box : held) {
      moment += ((double) box.from(dimension) + box.to(dimension)) * box.cells();
      cells += box.cells();
    }
    return moment / cells;
  }

  long from(int dimension) {
    return held.stream().mapToLong(box -> box.from(dimension)).min().orElseThrow();
  }

  long to(int dimension) {
    return held.stream().mapToLong(box -> box.to(dimension)).max().orElseThrow();
  }
}
