package io.lull.protocol.text;

/**
 * Text of others, such as names, reasons and logs of guests, for a terminal: characters that would
 * control it, or change the order in which other characters are shown, are made visible.
 */
public final class VisibleText {
  private static final int FIRST_PICTURE = 0x2400;
  private static final int DELETE = 0x7f;
  private static final int PICTURE_OF_DELETE = 0x2421;

  private VisibleText() {}

  /** A text of several lines: ends of lines and tabs stay. */
  public static String lines(String text) {
    return visible(text, true);
  }

  /** A text of one line: ends of lines and tabs are made visible, too. */
  public static String line(String text) {
    return visible(text, false);
  }

  private static String visible(String text, boolean lines) {
    if (text.codePoints().noneMatch(c -> isHidden(c, lines))) {
      return text;
    }
    final StringBuilder visible = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (!isHidden(c, lines)) {
            visible.appendCodePoint(c);
          } else if (c < ' ') {
            visible.appendCodePoint(FIRST_PICTURE + c);
          } else if (c == DELETE) {
            visible.appendCodePoint(PICTURE_OF_DELETE);
          } else {
            visible.append("<U+%04X>".formatted(c));
          }
        });
    return visible.toString();
  }

  private static boolean isHidden(int c, boolean lines) {
    if (c < DELETE && c >= ' ') {
      return false;
    }
    if (c == '\n' || c == '\t') {
      return !lines;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
