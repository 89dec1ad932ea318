package io.lull.tray.cluster.machines;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The natural order of names: {@code ws2} before {@code ws10}. */
final class NaturalOrder implements Comparator<String> {
  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  @Override
  public int compare(String one, String other) {
    final Matcher a = PART.matcher(one);
    final Matcher b = PART.matcher(other);
    while (a.find() && b.find()) {
      final int order = comparePart(a.group(), b.group());
      if (order != 0) {
        return order;
      }
    }
    final int length = Integer.compare(one.length(), other.length());
    return length != 0 ? length : one.compareTo(other);
  }

  private static int comparePart(String a, String b) {
    return Character.isDigit(a.charAt(0)) && Character.isDigit(b.charAt(0))
        ? new BigInteger(a).compareTo(new BigInteger(b))
        : a.compareToIgnoreCase(b);
  }
}
