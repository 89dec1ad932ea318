package io.lull.reconfig.state;

/**
 * A part of the state that was to follow a change never comes: the worker that had it is gone. It
 * passes through the author's program up to the runtime, which reports it and waits for the next
 * configuration; an {@link Error}, so that no program catches it by accident.
 */
public final class StateLost extends Error {
  private static final long serialVersionUID = 1;

  public StateLost(String why) {
    super(why, null, false, false);
  }
}
