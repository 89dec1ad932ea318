package io.lull.reconfig.worker;

/**
 * The program's iteration is left at the safe point of a step: this worker has handed its data
 * over, or the data stands at another place now. It passes through the author's program up to the
 * runtime; an {@link Error}, so that no program catches it by accident.
 */
final class Restarted extends Error {
  private static final long serialVersionUID = 1;

  Restarted() {
    super("the iteration was left", null, false, false);
  }
}
