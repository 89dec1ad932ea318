package io.lull.testkit.job;

/** The program has no safe point left at which anything could be done. */
public final class ProgramIsOver extends Exception {
  private static final long serialVersionUID = 1;
}
