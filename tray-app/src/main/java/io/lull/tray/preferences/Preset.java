package io.lull.tray.preferences;

import java.util.Locale;

/** Choices that fit together. */
public enum Preset {
  /** The defaults. */
  BALANCED,
  /** Generous: guests start sooner and may use more. */
  GENEROUS,
  /** Careful: guests start late, use little, and stop at once. */
  CAUTIOUS,
  /** Guests run outside of working hours only. */
  NIGHTS;

  private static final String USUAL = "default";

  /** The key of the texts. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The values of the settings; those that any preset sets have their default in the others. */
  String choice(String setting) {
    return switch (this) {
      case BALANCED -> USUAL;
      case GENEROUS ->
          switch (setting) {
            case "idle-after" -> "2m";
            case "policy" -> "linger";
            case "max-memory" -> "75%";
            case "on-battery" -> "above 0.6";
            default -> USUAL;
          };
      case CAUTIOUS ->
          switch (setting) {
            case "idle-after" -> "15m";
            case "policy" -> "strict";
            case "max-memory" -> "25%";
            case "max-temperature" -> "80";
            default -> USUAL;
          };
      case NIGHTS -> setting.equals("schedule") ? "mon-fri 19:00-07:00, sat-sun" : USUAL;
    };
  }
}
