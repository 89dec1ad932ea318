package io.lull.coordinator.config;

/** The coordinator cannot start as it was asked to; the message is one line for people. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1;

  public StartException(String line) {
    super(line);
  }

  public StartException(String line, Throwable cause) {
    super(line, cause);
  }
}
