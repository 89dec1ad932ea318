package io.lull.reconfig.forkjoin;

/** Does one iteration of a loop that gives a number; as {@link ScratchBody}. */
@FunctionalInterface
public interface ScratchNumber<S> {
  double at(long i, S scratch);
}
