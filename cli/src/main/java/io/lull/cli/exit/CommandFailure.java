package io.lull.cli.exit;

/** Ends the command: its message is the one line that the user reads. */
public final class CommandFailure extends RuntimeException {
  private final ExitCode code;

  public CommandFailure(ExitCode code, String line) {
    super(line);
    this.code = code;
  }

  public CommandFailure(ExitCode code, String line, Throwable cause) {
    super(line, cause);
    this.code = code;
  }

  public static CommandFailure badInput(String line) {
    return new CommandFailure(ExitCode.BAD_INPUT, line);
  }

  public ExitCode code() {
    return code;
  }

  /** The message, never null. */
  public String line() {
    final String message = getMessage();
    return message == null ? code.name() : message;
  }
}
