package io.lull.platform.tray;

/** Whether the icon is visible. */
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
   * @param why for people, with the remedy if there is one
   */
  record Absent(String why) implements TrayPresence {}
}
