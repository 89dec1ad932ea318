package io.lull.protocol.transport;

import java.io.IOException;

/** Enrolment did not succeed; the message is one line for people. */
public final class EnrolmentException extends IOException {
  private static final long serialVersionUID = 1;

  /** What the caller may do about it. */
  public enum Kind {
    /** What was asked cannot be granted as it is written, such as a name. */
    BAD_INPUT(2),
    /** No coordinator answered: trying later may help. */
    UNREACHABLE(3),
    /** The token is not good, or the coordinator is not the one that made it. */
    REFUSED(4);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    public int exitCode() {
      return exitCode;
    }
  }

  private final Kind kind;

  public EnrolmentException(Kind kind, String line, Throwable cause) {
    super(line, cause);
    this.kind = kind;
  }

  public EnrolmentException(Kind kind, String line) {
    super(line);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
