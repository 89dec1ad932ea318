package io.lull.platform.tray;

/**
 * A short message that the desktop shows for a moment, and then keeps with its other messages.
 *
 * @param title the event
 * @param text details; empty: none
 */
public record TrayNotice(String title, String text) {
  private static final int MOST_CHARACTERS = 300;

  public TrayNotice {
    if (title.isBlank()) {
      throw new IllegalArgumentException("a notice needs a title");
    }
    title = cut(title);
    text = cut(text);
  }

  private static String cut(String words) {
    return words.length() <= MOST_CHARACTERS
        ? words
        : words.substring(0, MOST_CHARACTERS - 1) + "…";
  }
}
