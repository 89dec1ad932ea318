package io.lull.reconfig.message;

import java.util.List;

/**
 * Tasks that make calls together: each makes the same call, in the same order among its other calls
 * for the same group. Results do not depend on which worker a task is on: sums are added in an
 * order that is given by the members' places.
 */
public interface TaskGroup {

  /** How many they are. */
  int size();

  /** This task's place among them, from 0. */
  int place();

  /** Returns when all have called it. */
  void barrier();

  /**
   * What one has, for all.
   *
   * @param mine only that of the sender counts
   * @param from the sender's place
   */
  double[] broadcast(double[] mine, int from);

  /** As {@link #broadcast(double[], int)}, of an object as {@link Peers} sends it. */
  <T> T broadcast(T mine, int from, Class<T> type);

  /** The sum of all numbers, for all. */
  double sum(double mine);

  /**
   * The exact sum of all numbers of all members, rounded once, for all: the same bits however they
   * are shared out.
   */
  double exactSum(double[] mine);

  /** Modulo 2 to the 64. */
  long sum(long mine);

  /** The sums, element by element, for all; all have the same length. */
  double[] sum(double[] mine);

  /** The greatest, for all; NaN if any is. */
  double max(double mine);

  /** The greatest, for all. */
  long max(long mine);

  /**
   * The sums, element by element, for one.
   *
   * @param at its place
   * @return for all others an empty array
   */
  double[] reduce(double[] mine, int at);

  /**
   * What each has, for one.
   *
   * @param at its place
   * @return by place; for all others an empty list
   */
  List<double[]> gather(double[] mine, int at);

  /** What each has, for all; by place. */
  List<double[]> gather(double[] mine);

  /**
   * Something else from each for each.
   *
   * @param toEach by receiving place
   * @return by sending place
   */
  List<double[]> allToAll(List<double[]> toEach);
}
