package io.lull.tray.model;

/** How something is to be taken. */
public enum Tone {
  /** Lull works as it is meant to. */
  GOOD,
  /** A job is here. */
  BUSY,
  /** Nothing to do. */
  QUIET,
  /** Somebody may want to look. */
  CARE,
  /** It does not work. */
  BAD
}
