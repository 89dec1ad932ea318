package io.lull.protocol.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many machines a checkpoint outlives: of each so many, any {@code needed} are enough.
 *
 * @param needed at least 1, and fewer than {@code machines}
 * @param machines from {@value #FEWEST_MACHINES} to {@value #MOST_MACHINES}
 */
public record ErasureCode(int needed, int machines) {
  /** With two machines a code is a second copy, and that is what jobs without one have. */
  public static final int FEWEST_MACHINES = 3;

  /** More would rather make everyone read from everyone than lose less. */
  public static final int MOST_MACHINES = 16;

  private static final Pattern FORM = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

  public ErasureCode {
    if (machines < FEWEST_MACHINES || machines > MOST_MACHINES) {
      throw new IllegalArgumentException(
          "a code covers "
              + FEWEST_MACHINES
              + " to "
              + MOST_MACHINES
              + " machines, not "
              + machines
              + ": write K:N, such as 4:6");
    }
    if (needed < 1 || needed >= machines) {
      throw new IllegalArgumentException(
          "of "
              + machines
              + " machines 1 to "
              + (machines - 1)
              + " can be enough, not "
              + needed
              + ": write K:N with K below N, such as "
              + (machines - 1)
              + ":"
              + machines);
    }
  }

  /**
   * @param written {@code K:N}
   * @throws IllegalArgumentException with one line that says what would do
   */
  public static ErasureCode parse(String written) {
    final Matcher matcher = FORM.matcher(written.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + written + "' must be K:N, such as 4:6: any 4 of 6 machines are enough");
    }
    return new ErasureCode(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** How many of its machines may be lost. */
  public int spare() {
    return machines - needed;
  }

  @Override
  public String toString() {
    return needed + ":" + machines;
  }
}
