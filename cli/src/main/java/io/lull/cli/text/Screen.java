package io.lull.cli.text;

import java.util.Map;

/**
 * The properties of standard output.
 *
 * @param terminal somebody looks at it: progress may be redrawn
 * @param columns its width
 * @param colours escape sequences for colours are supported and wanted
 */
public record Screen(boolean terminal, int columns, boolean colours) {
  private static final int USUAL_COLUMNS = 80;
  private static final int LEAST_COLUMNS = 40;

  /** A file or a pipe. */
  public static final Screen NONE = new Screen(false, Integer.MAX_VALUE, false);

  /**
   * @param width of the terminal, from the launcher; 0: not a terminal
   * @param environment NO_COLOR and TERM say whether colours are wanted
   */
  public static Screen of(int width, Map<String, String> environment) {
    if (width <= 0) {
      return NONE;
    }
    final boolean plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Screen(true, Math.max(width, LEAST_COLUMNS), !plain);
  }

  /** A terminal of unknown width. */
  public static Screen ofUnknownWidth(Map<String, String> environment) {
    return of(USUAL_COLUMNS, environment);
  }
}
