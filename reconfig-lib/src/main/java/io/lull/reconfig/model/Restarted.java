package io.lull.reconfig.model;

/**
 * The program is left at a safe point: this worker has handed its data over, or the data stands at
 * another place now. It passes through the author's program and the model up to the runtime, which
 * runs the model again; an {@link Error}, so that no program catches it by accident.
 */
public final class Restarted extends Error {
  private static final long serialVersionUID = 1;

  public Restarted() {
    super("the iteration was left", null, false, false);
  }
}
