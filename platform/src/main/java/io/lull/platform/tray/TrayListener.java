package io.lull.platform.tray;

/**
 * Receives an icon's events. Calls come one after the other, on the icon's own thread, which does
 * nothing else meanwhile: they must return at once.
 */
public interface TrayListener {
  /**
   * Called once soon after the start, and at each change. A program whose icon is not visible shows
   * its window instead.
   */
  void presence(TrayPresence presence);

  /** The icon itself was clicked: the program should show its window. */
  void activated();

  /**
   * @param id of the menu's item; an item that has left the menu or is not enabled is not reported
   */
  void chosen(String id);
}
