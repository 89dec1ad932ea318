package io.lull.apps.numbers;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;

/** The parameter that says how many tasks a message program has. */
public final class TaskCount {
  private static final String NAME = "tasks";
  private static final int OTHERWISE = 8;

  private TaskCount() {}

  /**
   * A power of two.
   *
   * @param most of which the problem has work for each
   * @throws BadInput when it is none, or too many
   */
  public static int of(Parameters parameters, int most) {
    final int tasks = (int) parameters.integer(NAME, Math.min(OTHERWISE, most), 1, most);
    if (Integer.bitCount(tasks) != 1) {
      throw new BadInput(NAME + "=" + tasks + ": enter a power of two, such as 8");
    }
    return tasks;
  }
}
