package io.lull.tray.computer;

import java.util.Locale;

/** The uses of this computer. */
public enum ComputerUse {
  OWNER,
  IDLE,
  GUEST;

  /** The agent's and the texts' name of it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ComputerUse of(String key) {
    return switch (key) {
      case "idle" -> IDLE;
      case "guest" -> GUEST;
      default -> OWNER;
    };
  }
}
