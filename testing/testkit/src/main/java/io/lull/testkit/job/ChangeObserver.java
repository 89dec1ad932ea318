package io.lull.testkit.job;

/** What a test does in the middle of a change. */
@FunctionalInterface
public interface ChangeObserver {
  void reached(ChangePhase phase) throws Exception;
}
