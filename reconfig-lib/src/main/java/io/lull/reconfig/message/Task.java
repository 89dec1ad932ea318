package io.lull.reconfig.message;

import java.io.IOException;

/**
 * One of a program's tasks. Its fields are its state, but for those that are {@code transient} or
 * {@code static}: they go with it wherever it moves, and are kept in checkpoints. A field holds a
 * primitive, a string, an array, a common collection of Java, or an object of a class that {@link
 * TaskSpace#register} has named.
 *
 * <p>A task runs on one thread at a time, beside the other tasks of its worker: it shares no object
 * with them. It may block. What it computes depends on its fields and its messages only, and not on
 * the time, on random numbers without a seed, or on the worker: after a failure, tasks repeat what
 * they did since the last checkpoint, and others may have received messages of that already.
 */
public sealed interface Task permits MessageTask, EventTask {

  /**
   * The task is on this worker from now on, at its start, after a move and after a recovery: sets
   * its transient fields. On the task's thread; it sends and receives nothing.
   */
  default void placed() {}

  /**
   * Reports check values and writes output files, once all tasks have ended. Called of task 0 only,
   * on whichever worker it ended.
   */
  default void finish(MessageResults results) throws IOException {}
}
