package io.lull.agent.parity;

import java.io.IOException;

/**
 * What is left of a group is not enough for a piece, and would not be with all of its machines in
 * reach.
 */
final class DamagedException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedException(String message) {
    super(message);
  }
}
