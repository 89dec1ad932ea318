package io.lull.reconfig;

/**
 * A parameter or an input that the program cannot use: the job ends with this line, and is not
 * tried again.
 */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param line says what is wrong and how to mend it
   */
  public BadInput(String line) {
    super(line);
  }
}
