package io.lull.tray.computer;

import java.util.Locale;

/** What the computer is used for. */
public enum ComputerUse {
  OWNER,
  IDLE,
  GUEST;

  /** As the agent and the texts name it. */
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
