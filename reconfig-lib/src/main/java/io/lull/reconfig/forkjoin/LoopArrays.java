package io.lull.reconfig.forkjoin;

import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Blocks;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.exchange.HaloExchange;
import io.lull.reconfig.memory.Cells;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arrays of a loop: checked against each other, brought up to date, opened and closed. */
final class LoopArrays {
  private final LoopClauses loop;
  private final List<SharedArray> all;

  /**
   * @throws IllegalArgumentException when the loop's arrays do not fit each other, or the loop
   */
  LoopArrays(LoopClauses loop) {
    this.loop = loop;
    this.all = loop.arrays();
    for (final SharedArray array : loop.replicas()) {
      if (all.contains(array)) {
        throw new IllegalArgumentException(
            "a loop reads all of array "
                + array.name()
                + " and names it in another clause: readsAll is enough, and what a loop writes it"
                + " cannot read of others");
      }
    }
    requireListedApart();
    requireRangesApart();
    requireLendable();
    final @Nullable SharedArray home = home();
    if (home == null) {
      return;
    }
    if (loop.to() > home.length()) {
      throw new IllegalArgumentException(
          "a loop runs to " + loop.to() + " and array " + home.name() + " has " + home.length());
    }
    for (final SharedArray other : all) {
      if (other.length() != home.length() || other.declared().block() != home.declared().block()) {
        throw new IllegalArgumentException(
            "a loop uses arrays "
                + home.name()
                + " and "
                + other.name()
                + " by the numbers of its iterations, and the two are not shared out alike: declare"
                + " both with the same first length and the same dealing");
      }
    }
  }

  /** Whether other workers than those that have its elements may do its iterations. */
  private void requireLendable() {
    if (loop.sharedOut() instanceof LoopSchedule.Own) {
      return;
    }
    if (!loop.listed().isEmpty()) {
      throw new IllegalArgumentException(
          "a loop with a schedule reads listed elements of array "
              + loop.listed().getFirst().array().name()
              + ", which only its own worker has: leave out the schedule, or read the array with"
              + " readsAll");
    }
    if (!loop.ranges().isEmpty()) {
      throw new IllegalArgumentException(
          "a loop with a schedule reads ranges of array "
              + loop.ranges().getFirst().array().name()
              + ", which only its own worker has: leave out the schedule, or read the array with"
              + " readsAll");
    }
    for (final SharedArray array : all) {
      if (array.declared().block() > 0) {
        throw new IllegalArgumentException(
            "a loop with a schedule uses array "
                + array.name()
                + ", which is dealt out already: leave out the schedule, or declare the array in"
                + " blocks");
      }
    }
    if (loop.sharedOut() instanceof LoopSchedule.ByCost(DoubleArray costs)
        && (costs.dimensions != 1 || !all.contains(costs))) {
      throw new IllegalArgumentException(
          "a loop is shared out by the costs in array "
              + costs.name()
              + ": name it in the loop's reads, and declare it with one dimension");
    }
  }

  private void requireListedApart() {
    for (final ListedIndices each : loop.listed()) {
      final SharedArray array = each.array();
      final long clauses =
          loop.listed().stream().filter(other -> other.array() == array).count()
              + loop.fetched().stream().filter(other -> other.array() == array).count();
      if (clauses > 1
          || loop.writes().contains(array)
          || loop.halos().contains(array)
          || loop.replicas().contains(array)) {
        throw new IllegalArgumentException(
            "a loop reads listed elements of array "
                + array.name()
                + " and names it in another clause: name it in readsListed, once, and in reads"
                + " only, and write another array");
      }
    }
  }

  private void requireRangesApart() {
    for (final ReadRange each : loop.ranges()) {
      final SharedArray array = each.array();
      if (loop.ranges().stream().filter(other -> other.array() == array).count() > 1
          || loop.fetched().stream().anyMatch(other -> other.array() == array)
          || loop.listed().stream().anyMatch(other -> other.array() == array)
          || loop.writes().contains(array)
          || loop.halos().contains(array)
          || loop.replicas().contains(array)) {
        throw new IllegalArgumentException(
            "a loop reads ranges of array "
                + array.name()
                + " and names it in another clause: name it in readsRange, once, and in reads"
                + " only, and write another array");
      }
      if (array.declared().block() > 0
          || all.stream().anyMatch(home -> home.declared().block() > 0)) {
        throw new IllegalArgumentException(
            "a loop reads ranges of array "
                + array.name()
                + ", and that or another array of the loop is dealt out: declare both in blocks, or"
                + " read with readsAll");
      }
    }
  }

  /** From here on, that iteration alone may use the arrays. */
  void narrow(long iteration) {
    for (final SharedArray array : all) {
      array.narrow(
          iteration,
          loop.halos().contains(array) ? array.declared().halo() : 0,
          loop.writes().contains(array));
    }
    for (final ListedIndices each : loop.listed()) {
      each.array().narrowListed(iteration, all.contains(each.array()));
    }
    for (final ReadRange each : loop.ranges()) {
      each.array().narrowRange(iteration, each.at(iteration), all.contains(each.array()));
    }
  }

  /** Whose indices decide where an iteration is done; null: the loop names no array. */
  @Nullable SharedArray home() {
    return all.isEmpty() ? null : all.getFirst();
  }

  /** Whether each worker's iterations are a range of numbers. */
  boolean hasRanges() {
    final @Nullable SharedArray home = home();
    return home == null || home.ownership().dealt() == null;
  }

  /** The workers' iterations, by rank, of a loop that {@linkplain #hasRanges has ranges}. */
  List<IndexRange> ranges(List<Double> weights, int workers) {
    final @Nullable SharedArray home = home();
    final List<IndexRange> ranges = new ArrayList<>();
    final List<Long> cuts =
        home == null && loop.from() < loop.to()
            ? Blocks.weighted(Extents.of(loop.to() - loop.from()), 0, weights).cuts()
            : List.of();
    for (int rank = 0; rank < workers; rank++) {
      if (home != null) {
        ranges.add(home.owned(rank).within(loop.from(), loop.to()));
      } else if (cuts.isEmpty()) {
        ranges.add(IndexRange.NONE);
      } else {
        ranges.add(new IndexRange(loop.from() + cuts.get(rank), loop.from() + cuts.get(rank + 1)));
      }
    }
    return ranges;
  }

  /** How rounds share the loop's iterations out. */
  RoundShares shares(List<Double> weights, Communicator workers) {
    return hasRanges()
        ? RoundShares.byRank(ranges(weights, workers.size()), workers.rank())
        : RoundShares.dealt(new IndexRange(loop.from(), loop.to()), workers.size());
  }

  /** Of some iterations those that this worker has; all are its own where it has ranges. */
  LoopPart part(List<IndexRange> iterations) {
    final @Nullable SharedArray home = home();
    return home == null || hasRanges()
        ? new LoopPart(iterations, null)
        : new LoopPart(
            iterations.stream().map(each -> home.part(each.from(), each.to())).toList(),
            home.ownership().dealt());
  }

  /**
   * Brings what the loop reads of others, and lets its kernels at the arrays.
   *
   * @param weights of the workers
   * @param checked whether iterations will be let at them one by one
   */
  void open(Communicator workers, List<Double> weights, boolean checked, Runnable giveUpKept) {
    for (final SharedArray array : loop.halos()) {
      if (!array.isHaloFresh()) {
        HaloExchange.give(workers, array.ownership().halo(), array.present());
      }
    }
    for (final SharedArray array : loop.halos()) {
      if (!array.isHaloFresh()) {
        HaloExchange.take(
            workers, "array " + array.name(), array.ownership().halo(), array.present());
        array.haloIsFresh();
      }
    }
    for (final FetchedIndex each : loop.fetched()) {
      fetch(workers, each.array(), each.index());
    }
    for (final ListedIndices each : loop.listed()) {
      each.array().list(workers, each.lists(), checked);
    }
    for (final ReadRange each : loop.ranges()) {
      final List<IndexRange> iterations = ranges(weights, workers.size());
      each.array().bringRanges(workers, each.read(iterations), checked);
    }
    loop.replicas().forEach(array -> array.replicate(workers));
    for (final SharedArray array : loop.writes()) {
      array.makeWritable(giveUpKept);
    }
    letKernelsIn(workers);
  }

  /** Kernels see this worker's own elements again, after those of iterations that it borrowed. */
  void reopen(Communicator workers) {
    close();
    letKernelsIn(workers);
  }

  private void letKernelsIn(Communicator workers) {
    all.forEach(SharedArray::openOwn);
    for (final FetchedIndex each : loop.fetched()) {
      each.array().openFetched(each.index(), isOwn(workers, each));
    }
    loop.halos().forEach(SharedArray::openHalo);
    loop.listed().forEach(each -> each.array().openListed());
    loop.ranges().forEach(each -> each.array().openRanges());
    loop.replicas().forEach(SharedArray::openReplica);
    loop.writes().forEach(SharedArray::openWrites);
  }

  private static void fetch(Communicator workers, SharedArray array, long index) {
    if (array.hasFetched(index)) {
      return;
    }
    final Region slice = array.slice(index, index + 1);
    final int owner = array.ownership().owner(index);
    if (owner == workers.rank()) {
      final Cells own = array.present();
      final Region place = array.ownership().part(slice, own.own());
      final ByteBuffer bytes =
          ByteBuffer.allocate(Math.toIntExact(place.cells() * own.cellBytes()))
              .order(ByteOrder.LITTLE_ENDIAN);
      own.read(place, bytes);
      workers.broadcast(bytes.array(), owner);
      array.roomForFetched(index).write(slice, bytes.flip());
    } else {
      final ByteBuffer bytes =
          ByteBuffer.wrap(workers.broadcast(new byte[0], owner)).order(ByteOrder.LITTLE_ENDIAN);
      array.roomForFetched(index).write(slice, bytes);
    }
  }

  private static boolean isOwn(Communicator workers, FetchedIndex each) {
    return each.array().ownership().owner(each.index()) == workers.rank();
  }

  void close() {
    all.forEach(SharedArray::close);
    loop.replicas().forEach(SharedArray::close);
    loop.fetched().forEach(each -> each.array().close());
    loop.listed().forEach(each -> each.array().close());
    loop.ranges().forEach(each -> each.array().close());
  }

  /** Its iterations are done. */
  void written() {
    loop.writes().forEach(array -> array.written(loop.from(), loop.to()));
  }
}
