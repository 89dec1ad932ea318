package io.lull.reconfig.forkjoin;

import io.lull.reconfig.Workers;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * A parallel loop: its iterations are shared out among the workers, and among the cores of each. It
 * says first which arrays it uses, and then runs. Each iteration is done by the worker that has the
 * index of the iteration's number in the arrays that the loop writes (or, where it writes none, in
 * those that it reads; or anyhow, where it reads none), in any order.
 *
 * <p>An iteration may read the elements of its own number in all arrays that the loop names, and
 * others as far as the loop says so. It may write the elements of its own number only. It may not
 * use the {@link Team}, nor change what it has captured. What lies on another worker, and what the
 * loop does not name, is refused in every run; an iteration that uses another number's elements of
 * the same worker is found by a checked run.
 *
 * <p>Whatever the number of workers and threads, the result is the same to the last bit: a sum is
 * exact and rounded once.
 */
public final class ParallelLoop {
  private final LoopRunner runner;
  private LoopClauses clauses;

  ParallelLoop(LoopRunner runner, long from, long to) {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("a loop cannot run from " + from + " to " + to);
    }
    this.runner = runner;
    this.clauses = LoopClauses.of(from, to);
  }

  /** An iteration reads the elements of its own number. */
  public ParallelLoop reads(SharedArray... arrays) {
    clauses.reads().addAll(Arrays.asList(arrays));
    return this;
  }

  /**
   * An iteration also reads the elements around its own number, as far as the arrays' halos reach.
   *
   * @throws IllegalArgumentException when an array has no halo
   */
  public ParallelLoop readsHalo(SharedArray... arrays) {
    for (final SharedArray array : arrays) {
      if (array.declared().halo() == 0) {
        throw new IllegalArgumentException(
            "array " + array.name() + " has no halo: declare it with withHalo(width)");
      }
      clauses.halos().add(array);
    }
    return this;
  }

  /** All iterations read the elements of this index, whichever worker has it. */
  public ParallelLoop readsRow(SharedArray array, long index) {
    if (index < 0 || index >= array.length()) {
      throw new IllegalArgumentException(
          "array " + array.name() + " has no index " + index + ": it has " + array.length());
    }
    if (array.dimensions == 1) {
      throw new IllegalArgumentException("array " + array.name() + " has no rows");
    }
    final long bytes = array.slice(index, index + 1).cells() * array.shape().cellBytes();
    if (bytes > Workers.MOST_BYTES) {
      throw new IllegalArgumentException(
          "an index of array "
              + array.name()
              + " has "
              + bytes
              + " bytes, and "
              + Workers.MOST_BYTES
              + " are the most that a loop reads of others so: read it with readsHalo or readsAll");
    }
    if (clauses.fetched().stream().anyMatch(each -> each.array() == array)) {
      throw new IllegalArgumentException(
          "a loop reads one index of array " + array.name() + " for all iterations, and no more");
    }
    clauses.fetched().add(new FetchedIndex(array, index));
    return this;
  }

  /**
   * An iteration reads a range of indices that follows from its number, whichever workers have
   * them.
   *
   * @param array which the loop does not write, and which is not dealt out; its length need not be
   *     that of the loop's other arrays
   */
  public ParallelLoop readsRange(SharedArray array, AffineRange range) {
    clauses.ranges().add(new ReadRange(array, range));
    return this;
  }

  /**
   * An iteration reads the elements that a list names, whichever worker has them. The lists are
   * rows of an array of two dimensions, which the iterations read by their own numbers: the first
   * number of a row says how many indices follow it. Which elements a worker lacks is found out
   * once, as long as neither the lists nor the workers change; then each loop brings their values
   * and nothing else, unless they are here.
   *
   * @param array which the loop does not write; its length need not be that of the lists
   */
  public ParallelLoop readsListed(SharedArray array, IntArray lists) {
    if (lists.dimensions != 2) {
      throw new IllegalArgumentException(
          "array " + lists.name() + " has no lists: declare it with two dimensions");
    }
    if (array.length() >= Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "array "
              + array.name()
              + " has more indices than a list can name: it may have "
              + (Integer.MAX_VALUE - 1));
    }
    clauses.listed().add(new ListedIndices(array, new ListRows(lists)));
    clauses.reads().add(lists);
    return this;
  }

  /**
   * All iterations read whatever elements they like, of arrays that the loop does not write: each
   * worker gets a copy of the whole array, of which only what has changed travels later.
   */
  public ParallelLoop readsAll(SharedArray... arrays) {
    clauses.replicas().addAll(Arrays.asList(arrays));
    return this;
  }

  /** An iteration writes the elements of its own number, and may read them. */
  public ParallelLoop writes(SharedArray... arrays) {
    clauses.writes().addAll(Arrays.asList(arrays));
    return this;
  }

  /** Each worker first makes that of what the loop reads; the loop's iterations use it. */
  public ParallelLoop derives(Derived<?>... derived) {
    clauses.derived().addAll(Arrays.asList(derived));
    return this;
  }

  /**
   * Iterations add to elements of an array of one or two dimensions, whichever worker has them;
   * when all are done, the sums are added to what the array has. A loop that uses the array in
   * another clause, too, is not cut into rounds.
   *
   * @param bound no term, no element before, and no element's sum may be greater; the lesser it is,
   *     the more exact
   */
  public AddingLoop adds(DoubleArray target, double bound) {
    return new AddingLoop(runner, clauses, target, bound);
  }

  /**
   * Shares its iterations out otherwise than by whose elements they use; {@link LoopSchedule#own}
   * where this is not called. A loop that reads listed elements or ranges, or arrays that are dealt
   * out, is shared out in no other way.
   */
  public ParallelLoop schedule(LoopSchedule schedule) {
    clauses = clauses.with(schedule);
    return this;
  }

  /** Runs it. */
  public void run(LongConsumer iteration) {
    runner.run(clauses.by(iteration), new LoopWork.Plain(LoopBody.each(iteration)));
  }

  /** Runs it, several iterations with one call: for short ones. */
  public void ranges(RangeBody iterations) {
    runner.run(clauses.by(iterations), new LoopWork.Plain(iterations));
  }

  /**
   * Runs it, each thread with something of its own, such as an array for results in between.
   *
   * @param scratch makes one; what is in it at the start of an iteration may be anything
   */
  public <S> void run(Supplier<S> scratch, ScratchBody<S> iteration) {
    runner.run(
        clauses.by(scratch, iteration),
        new LoopWork.Plain(LoopBody.withScratch(pool(scratch), iteration)));
  }

  private <S> ScratchPool<S> pool(Supplier<S> scratch) {
    return new ScratchPool<>(scratch, runner.isChecked());
  }

  /** Runs it; the exact sum of all iterations' numbers, rounded once. */
  public double sum(LongToDoubleFunction iteration) {
    return sum(clauses.by(iteration), iteration);
  }

  /** Runs it, each thread with something of its own; the sum as of {@link #sum}. */
  public <S> double sum(Supplier<S> scratch, ScratchNumber<S> iteration) {
    final ScratchPool<S> pool = pool(scratch);
    return sum(
        clauses.by(scratch, iteration),
        i -> {
          final S own = pool.take();
          final double number = iteration.at(i, own);
          pool.giveBack(own);
          return number;
        });
  }

  /** Runs it; the sum modulo 2 to the 64 of all iterations' numbers. */
  public long sumOfLongs(LongUnaryOperator iteration) {
    return Recorded.whole(runner.run(clauses.by(iteration), new LoopWork.WholeTotal(iteration)));
  }

  /** Runs it; the greatest of all iterations' numbers, NaN if any is, minus infinity if none is. */
  public double max(LongToDoubleFunction iteration) {
    return max(clauses.by(iteration), iteration);
  }

  /** Runs it; the least of all iterations' numbers; as {@link #max}. */
  public double min(LongToDoubleFunction iteration) {
    return -max(clauses.by(iteration), i -> -iteration.applyAsDouble(i));
  }

  /**
   * Runs it; what its iterations give, joined by an operation of the author's. Which results are
   * joined first follows from the iterations' numbers only: the same bits on any number of workers
   * and threads, even where the operation rounds.
   *
   * @param none what a loop without iterations gives; its class has components of numbers, booleans
   *     and records of such
   * @param join of what lower iterations gave with what higher ones gave; it changes nothing else
   * @throws IllegalArgumentException when the class has another component
   */
  public <R extends Record> R reduce(R none, BinaryOperator<R> join, LongFunction<R> iteration) {
    final OwnReduction<R> reduction =
        new OwnReduction<>(none, join, iteration, RecordBytes.like(none));
    return reduction.resultOf(runner.run(clauses.by(join, iteration), reduction));
  }

  private double sum(LoopClauses loop, LongToDoubleFunction iteration) {
    return Recorded.number(runner.run(loop, new LoopWork.ExactTotal(iteration)));
  }

  private double max(LoopClauses loop, LongToDoubleFunction iteration) {
    return Recorded.number(runner.run(loop, new LoopWork.Greatest(iteration)));
  }
}
