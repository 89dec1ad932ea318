package io.lull.agent.parity;

import java.io.IOException;

/**
 * What is left of a group does not suffice for a piece, even with all of its machines reachable.
 */
final class DamagedException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedException(String message) {
    super(message);
  }
}
