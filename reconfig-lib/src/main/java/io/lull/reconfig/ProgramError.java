package io.lull.reconfig;

/**
 * The program does what no program of this library may do, such as other calls on one worker than
 * on the others: the job fails with this line, and is not tried again.
 */
public final class ProgramError extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param line says what is wrong and how to mend it
   */
  public ProgramError(String line) {
    super(line);
  }
}
