package io.lull.tray.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An answer as the page shows it.
 *
 * @param sentences about what was simulated
 * @param rows the cluster as it is, then as it would be
 */
public record CapacityResult(List<String> sentences, List<Row> rows) {
  /**
   * The cluster, as it is or after a change.
   *
   * @param name of the change
   * @param responsePercent by how much jobs take longer than now; below 0: less long
   * @param hoursPercent by how much more machines offer than now
   */
  public record Row(
      String name, CapacityAnswer answer, double responsePercent, double hoursPercent) {}

  public CapacityResult {
    sentences = List.copyOf(sentences);
    rows = List.copyOf(rows);
  }

  /**
   * @param names of the answers, in their order
   */
  static CapacityResult of(CapacityFindings found, List<String> names, List<String> sentences) {
    final List<Row> rows = new ArrayList<>();
    for (int i = 0; i < found.answers().size(); i++) {
      final CapacityAnswer answer = found.answers().get(i);
      rows.add(
          new Row(
              names.get(i),
              answer,
              percent(found, answer, CapacityAnswer::ratio),
              percent(found, answer, CapacityAnswer::offeredHours)));
    }
    return new CapacityResult(sentences, rows);
  }

  private static double percent(
      CapacityFindings found, CapacityAnswer answer, ToDoubleFunction<CapacityAnswer> of) {
    final double now = of.applyAsDouble(found.now());
    return now == 0 ? 0 : 100 * (of.applyAsDouble(answer) / now - 1);
  }
}
