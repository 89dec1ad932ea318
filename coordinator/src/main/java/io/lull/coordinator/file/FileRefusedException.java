package io.lull.coordinator.file;

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

  public Kind kind() {
    return kind;
  }
}
