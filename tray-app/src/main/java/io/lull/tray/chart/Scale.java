package io.lull.tray.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The axis of numbers of nodes, from 0.
 *
 * @param top the greatest number
 * @param step between two lines
 */
public record Scale(double top, double step) {
  private static final int[] NICE = {1, 2, 5};

  /** Drawn before anything is known. */
  public static final Scale NONE = new Scale(1, 1);

  /**
   * Round numbers in steps of 1, 2, 5, 10 and so on.
   *
   * @param most number of lines that fit
   */
  public static Scale of(double greatest, int most) {
    if (!(greatest > 0)) {
      return NONE;
    }
    long step = 1;
    for (long power = 1; ; power *= 10) {
      for (final int nice : NICE) {
        step = nice * power;
        if (greatest <= (double) step * Math.max(1, most)) {
          // A little room above, but no empty step.
          return new Scale(Math.max(greatest, (double) step), (double) step);
        }
      }
    }
  }

  public List<Tick> ticks() {
    final List<Tick> ticks = new ArrayList<>();
    for (long line = 0; line <= top; line += (long) step) {
      ticks.add(new Tick(line, Long.toString(line), line == 0));
    }
    return ticks;
  }
}
