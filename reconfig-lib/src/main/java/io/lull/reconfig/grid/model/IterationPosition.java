package io.lull.reconfig.grid.model;

import io.lull.protocol.wire.ReplicatedState;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The position of a grid program: in iterations, and in the steps of a long one; after each of
 * either lies a safe point. Written by the program's thread; what others may ask is noted.
 */
public final class IterationPosition {
  private volatile long iteration;

  /** Series of steps that are behind in this iteration, and steps of the next one. */
  private int series;

  private long steps;

  /** Series that the program has come to in this run of {@code iterate}. */
  private int seen;

  private boolean iterating;
  private boolean stepping;

  /** Since the last step: what a worker that joins there would not do alike. */
  private boolean exchanged;

  /** Iterations that are behind; any thread. */
  public long iteration() {
    return iteration;
  }

  /**
   * One iteration, or what is left of it.
   *
   * @param program its own {@code iterate}
   */
  public boolean iterate(BooleanSupplier program) {
    seen = 0;
    exchanged = false;
    stepping = false;
    iterating = true;
    try {
      final boolean more = program.getAsBoolean();
      if (seen < series) {
        throw new IllegalStateException(
            "iterate() came to "
                + seen
                + " series of steps where it had come to more before: which steps it takes may"
                + " depend on grids, values and parameters only");
      }
      return more;
    } finally {
      iterating = false;
    }
  }

  /** After the iteration; the program's thread alone counts. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void countIteration() {
    iteration++;
    series = 0;
    steps = 0;
  }

  /**
   * The steps of a series that are not behind yet.
   *
   * @param atSafePoint after each step; given what counts it
   */
  public void steps(long count, LongConsumer step, Consumer<Runnable> atSafePoint) {
    if (!iterating || stepping) {
      throw new IllegalStateException(
          stepping
              ? "a step is made of steps: give all of them to one call of steps()"
              : "steps() is called outside of iterate(): only an iteration has steps");
    }
    if (exchanged) {
      throw new IllegalStateException(
          "iterate() updates or exchanges outside of its steps, and has steps after that: make it"
              + " a step as well, for a worker that joins later leaves out steps and nothing else");
    }
    final int place = seen++;
    if (place < series) {
      return;
    }
    while (series == place && steps < count) {
      stepping = true;
      try {
        step.accept(steps);
      } finally {
        stepping = false;
      }
      final boolean last = steps + 1 == count;
      atSafePoint.accept(() -> countStep(place, last));
    }
    // One without any is behind as well.
    series = place + 1;
    steps = 0;
  }

  private void countStep(int place, boolean last) {
    steps = last ? 0 : steps + 1;
    series = last ? place + 1 : place;
  }

  /** The program does something that all workers must do alike. */
  public void exchange() {
    exchanged |= iterating && !stepping;
  }

  public void startAfresh() {
    iteration = 0;
    series = 0;
    steps = 0;
  }

  public void save(ReplicatedState.Builder state) {
    state.setIteration(iteration).setSeries(series).setSteps(steps);
  }

  public void restore(ReplicatedState state) {
    iteration = state.getIteration();
    series = state.getSeries();
    steps = state.getSteps();
  }
}
