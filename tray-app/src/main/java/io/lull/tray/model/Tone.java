package io.lull.tray.model;

/** The meaning of a colour. */
public enum Tone {
  /** Everything works. */
  GOOD,
  /** A job is here. */
  BUSY,
  /** Nothing to do. */
  QUIET,
  /** Attention may be needed. */
  CARE,
  /** A failure. */
  BAD
}
