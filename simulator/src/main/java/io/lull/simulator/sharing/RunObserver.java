package io.lull.simulator.sharing;

import java.util.function.Supplier;

/** Looks on while a cluster is simulated. */
@FunctionalInterface
public interface RunObserver {
  /** Looks away. */
  RunObserver NOBODY = (_, _) -> {};

  /**
   * Called now and then, on the thread that simulates.
   *
   * @param nowMillis the time that has come there
   * @param save makes what is needed to go on from there; valid until the call returns
   */
  void passed(long nowMillis, Supplier<SavedRun> save);

  /**
   * A machine changes hands.
   *
   * @param job the number of the one that has it from then on; 0: none
   */
  default void held(long nowMillis, int machine, int job) {}

  /** How many events lie between two calls of {@link #passed}. */
  default int events() {
    return 1 << 14;
  }
}
