package io.lull.reconfig.forkjoin;

import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The workers of a fork-join program, as its {@link ForkJoinProgram#run} sees them. How many they
 * are changes from one loop to the next, and no result depends on it. Used by the program's own
 * thread only, and not within a loop.
 */
public interface Team {
  /** Of one {@link #onceBytes}. */
  int MOST_ONCE_BYTES = 256 << 10;

  /**
   * A parallel loop over the numbers from 0 to before another.
   *
   * @see ParallelLoop
   */
  default ParallelLoop loop(long to) {
    return loop(0, to);
  }

  /** A parallel loop over the numbers from one to before another; there may be none. */
  ParallelLoop loop(long from, long to);

  /**
   * From here on, loops that name no schedule have this one, as far as other workers can do their
   * iterations: not those that read listed elements or ranges, nor those over arrays that are dealt
   * out.
   */
  void schedule(LoopSchedule usual);

  /**
   * The work of one index of an array, done by the worker that has it: a loop of one iteration that
   * writes the array.
   */
  default void only(SharedArray array, long index, Runnable work) {
    loop(index, index + 1).writes(array).run(_ -> work.run());
  }

  /**
   * Iterations one after the other, each with loops of its own, or with further repeats. A worker
   * that joins goes on with the iteration that the others are in: so what an iteration leaves for
   * the next one is held in arrays and values, and not in local variables.
   *
   * @param iteration given its number, from 0
   */
  void repeat(long times, LongConsumer iteration);

  /**
   * As {@link #repeat}, until an iteration says that it was the last.
   *
   * @param most at most so many iterations
   * @param iteration given its number, from 0; whether there is another one after it
   */
  void repeatWhile(long most, LongPredicate iteration);

  /**
   * A number that one worker alone finds out, and then all have: of a file, the time, chance, or
   * whatever may differ between workers. It is found out once, whoever joins or leaves later,
   * unless the job goes back to a safe point that lies before it.
   */
  double once(DoubleSupplier work);

  /**
   * As {@link #once(DoubleSupplier)}, for bytes.
   *
   * @param work gives at most {@value #MOST_ONCE_BYTES} bytes: they are kept for workers that join
   *     within the same iteration of a repeat
   * @throws IllegalArgumentException when it gives more
   */
  byte[] onceBytes(Supplier<byte[]> work);

  /**
   * Exchanges the first two dimensions of an array of two or three: what {@code from} has at i, j
   * is at j, i of {@code to} then.
   *
   * @throws IllegalArgumentException when the two do not fit each other
   */
  void transpose(DoubleArray from, DoubleArray to);

  /** Says how many iterations of the outermost repeats there will be, for progress. */
  void iterations(long total);
}
