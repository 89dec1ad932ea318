package io.lull.cli.local;

/** Something on a local grid failed; the message is a line for the user. */
public final class LocalGridFailure extends Exception {
  private static final long serialVersionUID = 1;

  public LocalGridFailure(String line) {
    super(line);
  }

  public LocalGridFailure(String line, Throwable cause) {
    super(line, cause);
  }

  public String line() {
    final String message = getMessage();
    return message == null ? "it failed" : message;
  }
}
