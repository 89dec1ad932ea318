package io.lull.reconfig.state;

/**
 * A worker's part of the state as it was at its last safe point, for the case that it has to go
 * back there. The program's thread; either method is called once, and ends it.
 */
public interface RetainedState {
  /** The present state is the retained one again. */
  void restore();

  /** It is needed no longer; its memory may take the next values. */
  void recycle();
}
