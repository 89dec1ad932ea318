package io.lull.platform.tray;

import java.util.List;

/**
 * Everything that an icon shows.
 *
 * @param title the program's name
 * @param tooltip one sentence: the state and its reason; screen readers read it, too
 */
public record TrayContent(
    TrayState state, PanelBrightness tone, String title, String tooltip, List<TrayMenuItem> menu) {
  /** Of a menu with its submenus. */
  public static final int MOST_ITEMS = 200;

  /** Depth of submenus. */
  public static final int DEEPEST = 4;

  private static final int MOST_CHARACTERS = 500;

  public TrayContent {
    menu = List.copyOf(menu);
    if (title.isBlank() || title.length() > MOST_CHARACTERS || tooltip.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "an icon needs a title, and neither it nor the tooltip has more than "
              + MOST_CHARACTERS
              + " characters");
    }
    final int items = count(menu, 1);
    if (items > MOST_ITEMS) {
      throw new IllegalArgumentException(
          "a menu of " + items + " items; at most " + MOST_ITEMS + " can be shown");
    }
  }

  private static int count(List<TrayMenuItem> items, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("a menu has submenus at most " + DEEPEST + " deep");
    }
    int count = items.size();
    for (final TrayMenuItem item : items) {
      if (item instanceof TrayMenuItem.Submenu within) {
        count += count(within.items(), depth + 1);
      }
    }
    return count;
  }
}
