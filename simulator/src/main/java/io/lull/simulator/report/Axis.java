package io.lull.simulator.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers along one side of a chart.
 *
 * @param from the number at its beginning
 * @param to the number at its end
 * @param fromPixel where it begins
 * @param toPixel where it ends
 */
record Axis(double from, double to, double fromPixel, double toPixel) {
  private static final double[] STEPS = {1, 2, 5, 10};

  /** Where a number lies. */
  double at(double number) {
    return fromPixel + (number - from) / (to - from) * (toPixel - fromPixel);
  }

  /** Round numbers on it, about so many. */
  List<Double> ticks(int about) {
    final double raw = (to - from) / about;
    final double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step = power * 10;
    for (final double each : STEPS) {
      if (power * each >= raw) {
        step = power * each;
        break;
      }
    }
    final List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }
}
