package io.lull.reconfig.forkjoin;

/** Does one iteration of a loop, with something that only its thread uses meanwhile. */
@FunctionalInterface
public interface ScratchBody<S> {
  void run(long i, S scratch);
}
