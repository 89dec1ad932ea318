package io.lull.platform.tray;

import java.util.List;

/** One line of an icon's menu. */
public sealed interface TrayMenuItem {
  /** The limit of a line. */
  int MOST_CHARACTERS = 200;

  /**
   * Something to choose.
   *
   * @param id reported when it is chosen
   * @param enabled false: shown, but cannot be chosen
   */
  record Action(String id, String label, boolean enabled) implements TrayMenuItem {
    public Action {
      named(id);
      worded(label);
    }

    /** An item that can be chosen. */
    public Action(String id, String label) {
      this(id, label, true);
    }
  }

  /**
   * Something that is on or off; the listener decides whether a choice changes it.
   *
   * @param id reported when it is chosen
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

  /** A line of text that cannot be chosen. */
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
