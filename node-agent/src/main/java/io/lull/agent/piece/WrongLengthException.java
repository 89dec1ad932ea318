package io.lull.agent.piece;

import java.io.IOException;

/** The sender sent more or fewer bytes than it had announced. */
final class WrongLengthException extends IOException {
  private static final long serialVersionUID = 1;

  WrongLengthException(String message) {
    super(message);
  }
}
