package io.lull.tray.submit;

import io.lull.tray.text.Texts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a program says of a parameter's value, as it stands below the parameter's field. */
final class ParameterComplaint {
  /** As reconfig-lib's parameters say it. */
  private static final Pattern WHOLE_NUMBER =
      Pattern.compile(": enter a whole number from (-?[\\d,]+) to (-?[\\d,]+)$");

  private ParameterComplaint() {}

  /**
   * @param line of the check, such as {@code size=2: enter a whole number from 3 to 9}
   * @return in the person's language where the complaint is a common one, else as the program said
   *     it, without the parameter's name and value, which stand above it
   */
  static String of(Texts texts, String line) {
    final Matcher range = WHOLE_NUMBER.matcher(line);
    if (range.find()) {
      return texts.say("wrong.whole-number", number(range.group(1)), number(range.group(2)));
    }
    final int colon = line.indexOf(": ");
    if (colon < 0) {
      return line;
    }
    final String rest = line.substring(colon + 2);
    return rest.substring(0, 1).toUpperCase(texts.locale()) + rest.substring(1) + ".";
  }

  private static long number(String grouped) {
    return Long.parseLong(grouped.replace(",", ""));
  }
}
