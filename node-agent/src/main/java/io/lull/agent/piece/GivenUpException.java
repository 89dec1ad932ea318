package io.lull.agent.piece;

import java.io.IOException;

/** The piece belongs to a generation that will never be committed. */
public final class GivenUpException extends IOException {
  private static final long serialVersionUID = 1;

  GivenUpException(String message) {
    super(message);
  }
}
