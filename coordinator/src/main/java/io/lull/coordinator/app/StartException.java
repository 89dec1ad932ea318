package io.lull.coordinator.app;

/** The coordinator cannot start as it was asked to; the message is one line for people. */
final class StartException extends Exception {
  private static final long serialVersionUID = 1;

  StartException(String line) {
    super(line);
  }

  StartException(String line, Throwable cause) {
    super(line, cause);
  }
}
