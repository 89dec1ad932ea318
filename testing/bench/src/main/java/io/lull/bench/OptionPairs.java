package io.lull.bench;

import java.util.List;
import java.util.function.BiConsumer;

/** Options that are given as a name and a value each. */
public final class OptionPairs {
  private OptionPairs() {}

  /**
   * @param take gets each option's name and value
   * @throws IllegalArgumentException with one line, when a value is missing
   */
  public static void read(List<String> words, BiConsumer<String, String> take) {
    for (int i = 0; i < words.size(); i += 2) {
      if (i + 1 == words.size()) {
        throw new IllegalArgumentException(words.get(i) + " wants a value; --help says more");
      }
      take.accept(words.get(i), words.get(i + 1));
    }
  }

  /**
   * @throws IllegalArgumentException with one line that says what would do
   */
  public static int whole(String option, String text, int most) {
    try {
      final int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new IllegalArgumentException(
        option + " " + text + " cannot be used: a whole number from 1 to " + most);
  }
}
