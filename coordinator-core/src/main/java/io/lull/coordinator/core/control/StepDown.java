package io.lull.coordinator.core.control;

/**
 * Why a coordinator stopped leading.
 *
 * @param why one line for people
 */
public record StepDown(Cause cause, String why) {

  /** The kind of failure, which decides whether a restart makes sense. */
  public enum Cause {
    /** Another leads. */
    DEPOSED,
    /** The store did not take what it was given, for longer than it is asked. */
    STORE,
    /** The program itself is wrong. */
    DEFECT
  }
}
