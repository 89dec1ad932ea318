package io.lull.cli.demo;

/** The demonstration failed; the message is a line for the user. */
final class ScenarioFailure extends Exception {
  private static final long serialVersionUID = 1;

  ScenarioFailure(String line) {
    super(line);
  }

  ScenarioFailure(String line, Throwable cause) {
    super(line, cause);
  }

  String line() {
    final String message = getMessage();
    return message == null ? "it failed" : message;
  }
}
