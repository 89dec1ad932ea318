package io.lull.platform.tray;

/** Whether anybody sees the icon. */
public sealed interface TrayPresence {
  /**
   * A tray shows it.
   *
   * @param where for people: which kind of tray
   */
  record Shown(String where) implements TrayPresence {}

  /**
   * None does, for now: panels come and go.
   *
   * @param why for people, and how it can be mended where it can
   */
  record Absent(String why) implements TrayPresence {}
}
