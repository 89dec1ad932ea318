package io.lull.coordinator.core.control;

/** A wish cannot be followed; the message is one line for people. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What the asker may do about it. */
  public enum Kind {
    /** What was asked is nonsense. */
    WRONG,
    /** It names what is not there. */
    MISSING,
    /** Not as things are now. */
    UNTIMELY,
    /** Not by this asker. */
    NOT_ALLOWED,
    /** Too much is asked at once, by all together. */
    BUSY,
    /** Too much is asked by this asker. */
    TOO_MUCH
  }

  private final Kind kind;

  public RefusedException(Kind kind, String line) {
    super(line);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
