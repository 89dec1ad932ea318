package io.lull.platform.tray;

/**
 * Who is told what becomes of an icon. Calls come one after the other, on the icon's own thread,
 * which does nothing else meanwhile: they return at once and leave the work to others.
 */
public interface TrayListener {
  /**
   * Told once soon after the start, and at each change. A program whose icon nobody sees shows its
   * window instead.
   */
  void presence(TrayPresence presence);

  /** The icon itself was clicked: its window is wanted. */
  void activated();

  /**
   * @param id of the item of the menu; one that has left the menu meanwhile, or is not enabled, is
   *     not told
   */
  void chosen(String id);
}
