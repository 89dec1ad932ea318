package io.lull.tray.icon;

import java.util.List;

/** A line of the icon's menu. */
public sealed interface TrayMenuItem {
  /** Says something, and cannot be chosen. */
  record Line(String text) implements TrayMenuItem {}

  record Action(String text, TrayCommand command) implements TrayMenuItem {}

  record Submenu(String text, List<TrayMenuItem> items) implements TrayMenuItem {
    public Submenu {
      items = List.copyOf(items);
    }
  }

  record Separator() implements TrayMenuItem {}
}
