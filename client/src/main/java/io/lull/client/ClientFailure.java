package io.lull.client;

/** What was asked for cannot be had: its message is the one line that the person reads. */
public final class ClientFailure extends RuntimeException {
  private final Kind kind;

  /** What the person can do about it. */
  public enum Kind {
    /** It was tried and went wrong. */
    FAILED,
    /** What was asked for cannot be; nothing changed. */
    BAD_INPUT,
    /** The coordinator or the agent does not answer: later may be better. */
    UNREACHABLE,
    NOT_ALLOWED
  }

  public ClientFailure(Kind kind, String line) {
    super(line);
    this.kind = kind;
  }

  public ClientFailure(Kind kind, String line, Throwable cause) {
    super(line, cause);
    this.kind = kind;
  }

  public static ClientFailure badInput(String line) {
    return new ClientFailure(Kind.BAD_INPUT, line);
  }

  /** What a person is told of any failure. */
  public static String lineOf(Throwable failure) {
    return failure instanceof ClientFailure said
        ? said.line()
        : String.valueOf(failure.getMessage());
  }

  public Kind kind() {
    return kind;
  }

  /** The message, always there. */
  public String line() {
    final String message = getMessage();
    return message == null ? kind.name() : message;
  }
}
