package io.lull.cli.text;

import java.util.Locale;

/** The emphasis of a word. */
public enum TextStyle {
  PLAIN(""),
  STRONG("1"),
  QUIET("2"),
  GOOD("32"),
  BUSY("36"),
  CARE("33"),
  BAD("31");

  private final String code;

  TextStyle(String code) {
    this.code = code;
  }

  public String on(Screen screen, String text) {
    return !screen.colours() || this == PLAIN || text.isEmpty()
        ? text
        : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** Of a node's or a job's state. */
  public static TextStyle ofState(String state) {
    return switch (state.toLowerCase(Locale.ROOT)) {
      case "running", "available", "finished" -> GOOD;
      case "starting", "claimed", "reconfiguring", "recovering" -> BUSY;
      case "vacating", "suspended", "drained", "cancelled" -> CARE;
      case "failed", "offline" -> BAD;
      case "queued" -> QUIET;
      default -> PLAIN;
    };
  }
}
