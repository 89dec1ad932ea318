package io.lull.platform.linux.dbus;

/** How far the idle hints of logind's sessions are believed. */
public enum LogindHints {
  /**
   * That a session is idle no more is a sign of its owner; that it is not idle says nothing, for
   * many desktops never set the hint.
   */
  AS_SIGNS,
  /** They tell all there is to know, because somebody has chosen so. */
  ALONE
}
