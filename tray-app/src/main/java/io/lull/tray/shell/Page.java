package io.lull.tray.shell;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of the window. */
public enum Page {
  /** Offered only until the person has joined or declined, or on request. */
  WELCOME("fth-compass"),
  COMPUTER("fth-monitor"),
  JOBS("fth-layers"),
  CLUSTER("fth-grid"),

  /** Offered to administrators only. */
  CAPACITY("fth-trending-up"),
  PREFERENCES("fth-sliders");

  private final String icon;

  Page(String icon) {
    this.icon = icon;
  }

  /** Its name on the command line and in texts. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its name in the icon pack. */
  public String icon() {
    return icon;
  }

  public static Optional<Page> named(String key) {
    return Stream.of(values()).filter(page -> page.key().equals(key)).findFirst();
  }
}
