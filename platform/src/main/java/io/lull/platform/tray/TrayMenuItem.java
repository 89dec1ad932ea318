package io.lull.platform.tray;

import java.util.List;

/** One line of an icon's menu. */
public sealed interface TrayMenuItem {
  /** Longer lines are no menu's. */
  int MOST_CHARACTERS = 200;

  /**
   * Something to choose.
   *
   * @param id what is told when it is chosen
   * @param enabled false: shown, but not to be chosen now
   */
  record Action(String id, String label, boolean enabled) implements TrayMenuItem {
    public Action {
      named(id);
      worded(label);
    }

    /** One that can be chosen. */
    public Action(String id, String label) {
      this(id, label, true);
    }
  }

  /**
   * Something that is on or off; whether it changes when it is chosen is for who is told.
   *
   * @param id what is told when it is chosen
   */
  record Checked(String id, String label, boolean on, boolean enabled) implements TrayMenuItem {
    public Checked {
      named(id);
      worded(label);
    }
  }

  /** A menu within the menu. */
  record Submenu(String label, List<TrayMenuItem> items) implements TrayMenuItem {
    public Submenu {
      worded(label);
      items = List.copyOf(items);
    }
  }

  /** A line that only says something. */
  record Header(String label) implements TrayMenuItem {
    public Header {
      worded(label);
    }
  }

  /** A line between groups. */
  record Separator() implements TrayMenuItem {}

  private static void named(String id) {
    if (id.isBlank()) {
      throw new IllegalArgumentException("an item of a menu that can be chosen needs an id");
    }
  }

  private static void worded(String label) {
    if (label.isBlank() || label.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "an item of a menu says something in 1 to "
              + MOST_CHARACTERS
              + " characters, not in "
              + label.length());
    }
  }
}
