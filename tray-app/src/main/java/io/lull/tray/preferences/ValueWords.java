package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the values of settings are shown and typed in the owner's language. The agent's own form is
 * accepted as well; anything else is passed to it unchanged.
 */
final class ValueWords {
  /** {@code 0.10} is shown as {@code 10%}. */
  private static final Set<String> SHARES =
      Set.of("cpu-threshold", "hold-share", "linger-load", "busy-disk", "busy-network");

  /** Words of the agent in place of a number or names. */
  private static final List<String> WORDS = List.of("all", "none", "everyone", "always");

  private static final String SCHEDULE = "schedule";
  private static final Pattern DAY =
      Pattern.compile("\\b(mon|tue|wed|thu|fri|sat|sun)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern PERCENT_SIGN = Pattern.compile("[\\s\\u00a0\\u202f]*%?\\s*$");
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int MOST_DIGITS = 8;

  private final Texts texts;

  ValueWords(Texts texts) {
    this.texts = texts;
  }

  String shown(String key, String value) {
    if (SHARES.contains(key)) {
      return percent(value);
    }
    final String word = word(key, value.strip());
    if (texts.knows(word)) {
      return texts.say(word);
    }
    return key.equals(SCHEDULE) ? schedule(value) : value;
  }

  /** In the agent's form. */
  String value(String key, String typed) {
    final String text = typed.strip();
    if (SHARES.contains(key)) {
      return share(text);
    }
    return WORDS.stream()
        .filter(each -> texts.knows(word(key, each)))
        .filter(each -> texts.say(word(key, each)).equalsIgnoreCase(text))
        .findFirst()
        .orElse(text);
  }

  private static String word(String key, String value) {
    return "word." + key + "." + value;
  }

  /** Of a share of one. */
  String percent(String share) {
    try {
      final NumberFormat percent = NumberFormat.getPercentInstance(texts.locale());
      percent.setMaximumFractionDigits(MOST_DIGITS);
      return percent.format(new BigDecimal(share.strip()));
    } catch (NumberFormatException e) {
      return share;
    }
  }

  private static String share(String typed) {
    try {
      final String number = PERCENT_SIGN.matcher(typed).replaceFirst("");
      return new BigDecimal(number.replace(',', '.')).divide(HUNDRED).toPlainString();
    } catch (ArithmeticException | NumberFormatException e) {
      return typed;
    }
  }

  /** {@code mon-fri 18:00-08:00} with the language's own days. */
  private String schedule(String value) {
    return DAY.matcher(value).replaceAll(day -> day(day.group())).replace('-', '–');
  }

  private String day(String name) {
    return Stream.of(DayOfWeek.values())
        .filter(day -> day.name().startsWith(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow()
        .getDisplayName(TextStyle.SHORT_STANDALONE, texts.locale());
  }
}
