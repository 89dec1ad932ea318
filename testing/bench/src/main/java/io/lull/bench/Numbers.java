package io.lull.bench;

/** Numbers that are given as options. */
public final class Numbers {
  private Numbers() {}

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
