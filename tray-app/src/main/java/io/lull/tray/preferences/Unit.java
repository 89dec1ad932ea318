package io.lull.tray.preferences;

import java.math.BigDecimal;

/** How a setting's value is shown and typed; what cannot be turned goes to the agent as it is. */
enum Unit {
  /** As the agent has it. */
  PLAIN,
  /** {@code 0.10} is shown as {@code 10 %}. */
  PERCENT;

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  String shown(String value) {
    if (this == PLAIN) {
      return value;
    }
    try {
      return new BigDecimal(value.strip()).multiply(HUNDRED).stripTrailingZeros().toPlainString()
          + " %";
    } catch (NumberFormatException e) {
      return value;
    }
  }

  String value(String typed) {
    final String text = typed.strip();
    if (this == PLAIN) {
      return text;
    }
    try {
      final String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
      return new BigDecimal(number.strip().replace(',', '.')).divide(HUNDRED).toPlainString();
    } catch (ArithmeticException | NumberFormatException e) {
      return text;
    }
  }
}
