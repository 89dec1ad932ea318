package io.lull.cli.text;

/** Lines with colour sequences, as a terminal shows them. */
public final class Lines {
  private static final char ESCAPE = '\u001b';
  private static final String RESET = "\u001b[0m";

  private Lines() {}

  /** Its width on the terminal. */
  public static int width(String line) {
    int shown = 0;
    for (int i = 0; i < line.length(); i = next(line, i)) {
      shown += line.charAt(i) == ESCAPE ? 0 : 1;
    }
    return shown;
  }

  /** The line, cut to this width: a line that the terminal breaks would move all others. */
  public static String clip(String line, int columns) {
    int shown = 0;
    boolean coloured = false;
    for (int i = 0; i < line.length(); i = next(line, i)) {
      if (line.charAt(i) == ESCAPE) {
        coloured = true;
      } else if (++shown > columns) {
        return line.substring(0, i) + (coloured ? RESET : "");
      }
    }
    return line;
  }

  /** A colour sequence counts as a whole, and so does a surrogate pair. */
  private static int next(String line, int i) {
    if (line.charAt(i) == ESCAPE) {
      final int end = line.indexOf('m', i);
      return end < 0 ? line.length() : end + 1;
    }
    return line.offsetByCodePoints(i, 1);
  }
}
