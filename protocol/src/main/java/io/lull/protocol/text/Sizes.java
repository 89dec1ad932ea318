package io.lull.protocol.text;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as {@code 65536}, {@code 64K}, {@code 512M} or {@code 2G} (binary multiples). */
public final class Sizes {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([kmgt]?)(i?b)?");

  private Sizes() {}

  /**
   * @throws IllegalArgumentException with one line that says what a size looks like
   */
  public static long parse(String text) {
    final Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size: write it as 65536, 64K, 512M or 2G");
    }
    final int shift =
        switch (m.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    try {
      return Math.multiplyExact(Long.parseLong(m.group(1)), 1L << shift);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("'" + text + "' is more bytes than can be counted", e);
    }
  }

  /** For people: three digits and a unit. */
  public static String format(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < 3) {
      value /= 1024;
      unit++;
    }
    return String.format(
        Locale.ROOT,
        value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s",
        value,
        new String[] {"KiB", "MiB", "GiB", "TiB"}[unit]);
  }
}
