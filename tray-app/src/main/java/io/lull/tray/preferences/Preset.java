package io.lull.tray.preferences;

import java.util.Locale;

/** Choices that fit each other, taken together. */
public enum Preset {
  /** As Lull comes. */
  BALANCED,
  /** Gives what it can: guests come sooner and may take more. */
  GENEROUS,
  /** Guests come late, take little, and stand still at once. */
  CAUTIOUS,
  /** Guests come out of hours only. */
  NIGHTS;

  private static final String USUAL = "default";

  /** As texts name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a setting is to be; what any preset chooses has its default in the others. */
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
