package io.lull.reconfig.parallel;

/**
 * The loop was stopped between two chunks: what it computes is not wanted any more. It passes
 * through the author's program up to the runtime; an {@link Error}, so that no program catches it
 * by accident.
 */
public final class LoopStopped extends Error {
  private static final long serialVersionUID = 1;

  public LoopStopped() {
    super("the loop was stopped", null, false, false);
  }
}
