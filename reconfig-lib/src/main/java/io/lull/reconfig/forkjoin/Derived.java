package io.lull.reconfig.forkjoin;

import io.lull.reconfig.collective.Communicator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that each worker makes of the arrays that a loop reads, before the loop's iterations
 * begin, such as a tree over all elements; see {@link ParallelLoop#derives}. It is made anew for
 * each run of a loop that names it.
 *
 * @param <D> what is derived; iterations only read it, several threads at once
 */
public final class Derived<D> {
  private final Supplier<D> made;
  private @Nullable D derived;
  private @Nullable Communicator madeAmong;

  private Derived(Supplier<D> made) {
    this.made = made;
  }

  /**
   * @param made called once in each worker for each run of a loop, by the program's thread, with
   *     the loop's arrays open; the same on every worker
   */
  public static <D> Derived<D> by(Supplier<D> made) {
    return new Derived<>(made);
  }

  /**
   * The loop's arrays are open, and its iterations are about to begin; in a later round of a loop
   * it is there already, unless other workers compute now.
   */
  void makeAmong(Communicator workers) {
    if (madeAmong != workers) {
      derived = Objects.requireNonNull(made.get(), "a loop derives something");
      madeAmong = workers;
    }
  }

  /** The loop is over. */
  void drop() {
    derived = null;
    madeAmong = null;
  }

  /**
   * What was derived for the loop that runs.
   *
   * @throws IllegalStateException outside of a loop that derives it
   */
  public D get() {
    final @Nullable D there = derived;
    if (there == null) {
      throw new IllegalStateException(
          "what is derived is there in a loop that names it with derives, and nowhere else");
    }
    return there;
  }
}
