package io.lull.platform.linux.dbus;

/** How far logind's idle hints are trusted. */
public enum LogindHints {
  /**
   * A session that stops being idle is a sign of its owner; one that is not idle says nothing,
   * since many desktops never set the hint.
   */
  AS_SIGNS,
  /** The hints are complete, because somebody has chosen so. */
  ALONE
}
