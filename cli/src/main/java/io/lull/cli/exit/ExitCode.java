package io.lull.cli.exit;

import io.lull.client.ClientFailure;

/** The meaning of a command's exit code. */
public enum ExitCode {
  DONE(0),
  /** It ran and failed: a job failed, for instance. */
  FAILED(1),
  /** Bad usage or input; nothing changed. */
  BAD_INPUT(2),
  /** The coordinator or the agent could not be reached. */
  UNREACHABLE(3),
  NOT_ALLOWED(4);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The exit code for this kind of failure. */
  public static ExitCode of(ClientFailure failure) {
    return switch (failure.kind()) {
      case FAILED -> FAILED;
      case BAD_INPUT -> BAD_INPUT;
      case UNREACHABLE -> UNREACHABLE;
      case NOT_ALLOWED -> NOT_ALLOWED;
    };
  }

  public int number() {
    return number;
  }
}
