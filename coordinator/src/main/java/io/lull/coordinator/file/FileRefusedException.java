package io.lull.coordinator.file;

import java.io.IOException;

/** A file is not taken or not had; the message is one line for people. */
public final class FileRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  /** What the sender may do about it. */
  public enum Kind {
    /** What was sent is not as it must be. */
    WRONG,
    /** There is no such file. */
    MISSING,
    /** The disk has no room, or refuses. */
    NO_ROOM
  }

  private final Kind kind;

  FileRefusedException(Kind kind, String line) {
    super(line);
    this.kind = kind;
  }

  /** The disk refused the file, most likely because it is full. */
  static FileRefusedException noRoom(String name, IOException cause) {
    final FileRefusedException refused =
        new FileRefusedException(
            Kind.NO_ROOM,
            "the coordinator cannot store '"
                + name
                + "' ("
                + cause.getMessage()
                + "): check the free space in its data folder");
    refused.initCause(cause);
    return refused;
  }

  public Kind kind() {
    return kind;
  }
}
