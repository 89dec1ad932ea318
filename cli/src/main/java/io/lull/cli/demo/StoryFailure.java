package io.lull.cli.demo;

/** The demonstration could not be carried through; the message is a line for the user. */
final class StoryFailure extends Exception {
  private static final long serialVersionUID = 1;

  StoryFailure(String line) {
    super(line);
  }

  StoryFailure(String line, Throwable cause) {
    super(line, cause);
  }

  String line() {
    final String message = getMessage();
    return message == null ? "it failed" : message;
  }
}
