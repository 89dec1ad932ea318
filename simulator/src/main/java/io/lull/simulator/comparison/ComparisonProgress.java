package io.lull.simulator.comparison;

import io.lull.simulator.sharing.SavedRun;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is done already of a comparison, and what becomes of it. Called on several threads at once.
 */
public interface ComparisonProgress {
  /** Of one that is done at one go. */
  ComparisonProgress NONE = (_, _, _) -> {};

  /** What came of a policy, if it was simulated before. */
  default Optional<PolicyFindings> finished(Contender contender) {
    return Optional.empty();
  }

  /** How far a policy had come, if its simulation was left before its end. */
  default Optional<SavedRun> saved(Contender contender) {
    return Optional.empty();
  }

  /**
   * A policy's simulation has come so far.
   *
   * @param nowMillis since the trace began; 0: it begins, and cannot be saved yet
   * @param save makes what is needed to go on from there
   */
  void passed(Contender contender, long nowMillis, Supplier<SavedRun> save);

  /** A policy was simulated to its end. */
  default void done(PolicyFindings findings) {}
}
