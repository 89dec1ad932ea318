package io.lull.agent.piece;

import java.io.IOException;

/** The piece belongs to an abandoned generation. */
public final class GivenUpException extends IOException {
  private static final long serialVersionUID = 1;

  GivenUpException(String message) {
    super(message);
  }
}
