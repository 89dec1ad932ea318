package io.lull.reconfig.state;

/**
 * Parts of the state, held as they were at a safe point, to be copied to their next holders while
 * the program computes on.
 */
public interface PreCopySource extends StateSource {
  /** Whether a transfer can be read here. Any thread. */
  boolean holds(StatePlan plan, StateTransfer transfer);

  /**
   * Whether what can be read here is still what the present state has. The program's thread, at a
   * safe point; also after the {@link #release}.
   */
  boolean isCurrent(StatePlan plan, StateTransfer transfer);

  /**
   * The memory is given back. Whoever still reads is told so by an {@link IllegalStateException}.
   * Any thread; again, it does nothing.
   */
  void release();
}
