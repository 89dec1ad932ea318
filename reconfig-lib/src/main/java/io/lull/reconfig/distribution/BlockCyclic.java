package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Blocks of equal size dealt out in turn on a grid of processes, in each dimension by itself, as
 * ScaLAPACK does; with blocks of one element it is cyclic. Ranks count through the process grid,
 * its last dimension fastest. The last block of a dimension may be short; where there are fewer
 * blocks than processes, some own nothing.
 *
 * @param processes of the process grid in each dimension
 * @param blockLengths in elements, in each dimension
 */
public record BlockCyclic(Extents extents, List<Integer> processes, List<Long> blockLengths)
    implements Distribution {

  /**
   * @throws IllegalArgumentException when the lists are not as long as the array has dimensions, or
   *     a number is under 1
   */
  public BlockCyclic {
    processes = List.copyOf(processes);
    blockLengths = List.copyOf(blockLengths);
    if (processes.size() != extents.dimensions()
        || blockLengths.size() != extents.dimensions()
        || processes.stream().anyMatch(p -> p < 1)
        || blockLengths.stream().anyMatch(b -> b < 1)) {
      throw new IllegalArgumentException(
          "an array of "
              + extents.described()
              + " cannot be dealt out in blocks of "
              + blockLengths
              + " on processes "
              + processes);
    }
  }

  /** Element by element in turn, in each dimension. */
  public static BlockCyclic cyclic(Extents extents, List<Integer> processes) {
    return new BlockCyclic(extents, processes, Collections.nCopies(extents.dimensions(), 1L));
  }

  @Override
  public int size() {
    int size = 1;
    for (final int each : processes) {
      size *= each;
    }
    return size;
  }

  @Override
  public IndexSet owned(int rank) {
    final List<Runs> runs = new ArrayList<>(Collections.nCopies(processes.size(), Runs.NONE));
    int rest = rank;
    for (int d = processes.size() - 1; d >= 0; d--) {
      runs.set(d, runs(d, rest % processes.get(d)));
      rest /= processes.get(d);
    }
    return new IndexSet(runs);
  }

  private Runs runs(int dimension, int process) {
    final long length = extents.length(dimension);
    final long block = blockLengths.get(dimension);
    final long dealers = processes.get(dimension);
    final long whole = length / block;
    final List<Run> runs = new ArrayList<>(2);
    if (whole > process) {
      runs.add(
          new Run(process * block, block, dealers * block, Math.ceilDiv(whole - process, dealers)));
    }
    if (whole * block < length && whole % dealers == process) {
      runs.add(Run.between(whole * block, length));
    }
    return new Runs(runs);
  }

  @Override
  public int owner(long... index) {
    int rank = 0;
    for (int d = 0; d < processes.size(); d++) {
      rank = rank * processes.get(d) + (int) (index[d] / blockLengths.get(d) % processes.get(d));
    }
    return rank;
  }
}
