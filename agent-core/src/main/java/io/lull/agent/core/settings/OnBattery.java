package io.lull.agent.core.settings;

import java.util.Locale;

/**
 * Whether guests may run on battery.
 *
 * @param above the charge, 0 to 1, that must be exceeded; 1: never, below 0: always
 */
public record OnBattery(double above) {
  public static final OnBattery NEVER = new OnBattery(1);
  public static final OnBattery ALWAYS = new OnBattery(-1);
  static final String FORM = "never, always, or 'above' and a charge from 0.05 to 0.95";

  static OnBattery parse(String text) {
    final String lower = text.strip().toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "never" -> NEVER;
      case "always" -> ALWAYS;
      default -> {
        if (!lower.startsWith("above ")) {
          throw new IllegalArgumentException("not one of these");
        }
        yield new OnBattery(Setting.number(lower.substring("above ".length()), 0.05, 0.95));
      }
    };
  }

  public boolean allows(double charge) {
    return charge > above;
  }
}
