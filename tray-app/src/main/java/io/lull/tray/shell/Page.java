package io.lull.tray.shell;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the window can show. */
public enum Page {
  /** Only until the person has joined, or does not want to, or when they ask for it. */
  WELCOME("fth-compass"),
  COMPUTER("fth-monitor"),
  JOBS("fth-layers"),
  CLUSTER("fth-grid"),
  PREFERENCES("fth-sliders");

  private final String icon;

  Page(String icon) {
    this.icon = icon;
  }

  /** As it is named on the command line and in texts. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As the icon pack names it. */
  public String icon() {
    return icon;
  }

  public static Optional<Page> named(String key) {
    return Stream.of(values()).filter(page -> page.key().equals(key)).findFirst();
  }
}
