package io.lull.agent.piece;

import java.io.IOException;

/** The owner's limit, not the disk, refuses a piece. */
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1;

  NoRoomException(String line) {
    super(line);
  }
}
