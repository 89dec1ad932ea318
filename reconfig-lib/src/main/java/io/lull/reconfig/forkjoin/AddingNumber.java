package io.lull.reconfig.forkjoin;

/** Does one iteration of a loop that adds to elements of an array, and gives a number. */
@FunctionalInterface
public interface AddingNumber {
  double at(long i, Sums sums);
}
