package io.lull.reconfig.message;

/**
 * Something that was begun and goes on by itself. It ends within the iteration that began it: no
 * task reaches a safe point before.
 */
public interface Pending<T> {

  /** Whether {@link #await} would return at once. */
  boolean isDone();

  /** Waits for its end. */
  T await();
}
