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
 * @param turns of the only dimension that is dealt out, if there is only one
 */
public record BlockCyclic(
    Extents extents, List<Integer> processes, List<Long> blockLengths, Turns turns)
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

  /** Dealt out in order. */
  public BlockCyclic(Extents extents, List<Integer> processes, List<Long> blockLengths) {
    this(extents, processes, blockLengths, Turns.IN_ORDER);
  }

  /**
   * Dealt out in one dimension only.
   *
   * @param dimension in which
   * @param blockLengths in each dimension
   * @param turns by process
   * @throws IllegalArgumentException when there is no such dimension, or some process has no turn
   */
  public static BlockCyclic byTurns(
      Extents extents, int dimension, List<Long> blockLengths, List<Integer> turns) {
    if (dimension < 0 || dimension >= blockLengths.size()) {
      throw new IllegalArgumentException("an array has no dimension " + dimension);
    }
    final List<Integer> processes = new ArrayList<>(Collections.nCopies(blockLengths.size(), 1));
    processes.set(dimension, turns.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1);
    return new BlockCyclic(
        extents,
        processes,
        blockLengths,
        Turns.of(extents.length(dimension), blockLengths.get(dimension), turns));
  }

  /** The only dimension that is dealt out, where turns are given. */
  public int turnsDimension() {
    return (int) processes.stream().takeWhile(each -> each == 1).count();
  }

  /** Whether it is not dealt out in order in this dimension. */
  private boolean hasTurns(int dimension) {
    return !turns.isInOrder() && processes.get(dimension) > 1;
  }

  /** How many turns a rank has of those that are given; 1 where all are dealt to in order. */
  int turnsOf(int rank) {
    return turns.isInOrder() ? 1 : turns.of(rank);
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
    if (hasTurns(dimension)) {
      return turns.runs(process);
    }
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
  public Region box(int rank) {
    return part(rank, extents.all());
  }

  /**
   * Which of a rank's cells are in a box, in the places that lie side by side; again a box.
   *
   * @param area of the array's own indices
   */
  public Region part(int rank, Region area) {
    return part(rank, area.intersect(Region.of(extents.all())).indices(processes.size()));
  }

  private Region part(int rank, IndexSet area) {
    final List<Runs> runs = new ArrayList<>(area.dimensions());
    int rest = rank;
    for (int d = processes.size() - 1; d >= 0; d--) {
      final int process = rest % processes.get(d);
      rest /= processes.get(d);
      final Runs mine = runs(d, process);
      final long start = start(d, process);
      runs.set(d, Runs.between(start + mine.below(area.first(d)), start + mine.below(area.end(d))));
    }
    return Region.of(new IndexSet(runs));
  }

  /** Where what a process owns begins: before it lies all that those before it own. */
  private long start(int dimension, long process) {
    if (hasTurns(dimension)) {
      return turns.start((int) process);
    }
    final long length = extents.length(dimension);
    final long block = blockLengths.get(dimension);
    final long round = block * processes.get(dimension);
    return length / round * block * process + Math.min(length % round, block * process);
  }

  @Override
  public long of(int dimension, long index) {
    if (hasTurns(dimension)) {
      return turns.place(index);
    }
    final long block = blockLengths.get(dimension);
    final long dealers = processes.get(dimension);
    final long number = index / block;
    return start(dimension, number % dealers) + number / dealers * block + index % block;
  }

  @Override
  public long index(int dimension, long place) {
    if (hasTurns(dimension)) {
      return turns.index(place);
    }
    final long process = process(dimension, place);
    final long block = blockLengths.get(dimension);
    final long own = place - start(dimension, process);
    return (own / block * processes.get(dimension) + process) * block + own % block;
  }

  @Override
  public long stretch(int dimension, long place) {
    if (hasTurns(dimension)) {
      return turns.stretch(place);
    }
    final long block = blockLengths.get(dimension);
    return block - (place - start(dimension, process(dimension, place))) % block;
  }

  /** Whose place it is: some own a block more than the last ones, and one a part of a block. */
  private long process(int dimension, long place) {
    final long length = extents.length(dimension);
    final long block = blockLengths.get(dimension);
    final long round = block * processes.get(dimension);
    final long fewest = length / round * block;
    final long longer = length % round / block;
    if (place < longer * (fewest + block)) {
      return place / (fewest + block);
    }
    final long beyond = place - start(dimension, longer) - (fewest + length % round % block);
    return beyond < 0 ? longer : longer + 1 + beyond / fewest;
  }

  @Override
  public int owner(long... index) {
    int rank = 0;
    for (int d = 0; d < processes.size(); d++) {
      rank =
          rank * processes.get(d)
              + (hasTurns(d)
                  ? turns.owner(index[d])
                  : (int) (index[d] / blockLengths.get(d) % processes.get(d)));
    }
    return rank;
  }
}
