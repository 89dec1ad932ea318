package io.lull.tray.submit;

import io.lull.client.ClientFailure.Range;
import io.lull.tray.text.Texts;
import java.util.Optional;

/**
 * What the command's checks say about a draft.
 *
 * @param line such as {@code size=2: enter a whole number from 3 to 9}; empty: nothing is wrong
 * @param range present if a parameter is not a whole number in its range
 */
record Complaint(String line, Optional<Range> range) {
  static Complaint of(String line) {
    return new Complaint(line, Optional.empty());
  }

  /**
   * The text below the parameter's field: in the person's language where the complaint is a common
   * one, else as the program said it, without the parameter's name and value.
   */
  String beside(Texts texts) {
    return range
        .map(each -> texts.say("wrong.whole-number", each.least(), each.greatest()))
        .orElseGet(() -> sentence(texts));
  }

  private String sentence(Texts texts) {
    final int colon = line.indexOf(": ");
    if (colon < 0) {
      return line;
    }
    final String rest = line.substring(colon + 2);
    return rest.substring(0, 1).toUpperCase(texts.locale()) + rest.substring(1) + ".";
  }
}
