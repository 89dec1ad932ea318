package io.lull.tray.capacity;

import java.util.ArrayList;
import java.util.List;

/** The table of {@code lull simulate whatif --csv}. */
final class AnswerTable {
  private AnswerTable() {}

  /**
   * @throws IllegalArgumentException when it is another table
   */
  static List<CapacityAnswer> read(String csv) {
    final List<String> lines = csv.lines().toList();
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("the simulation gave no answer");
    }
    final List<String> names = List.of(lines.getFirst().split(",", -1));
    final List<CapacityAnswer> answers = new ArrayList<>();
    for (final String line : lines.subList(1, lines.size())) {
      final Row row = new Row(names, List.of(line.split(",", -1)));
      answers.add(
          new CapacityAnswer(
              (int) row.number("nodes"),
              row.number("offeredNodeHours"),
              (int) row.number("jobs"),
              (int) row.number("censored"),
              row.number("meanResponseRatio"),
              row.number("meanWaitSeconds")));
    }
    return answers;
  }

  /** Changes that a question asks for have no commas in them. */
  private record Row(List<String> names, List<String> values) {
    double number(String name) {
      final int at = names.indexOf(name);
      if (at < 0 || at >= values.size()) {
        throw new IllegalArgumentException("the simulation's answer does not tell " + name);
      }
      return Double.parseDouble(values.get(at));
    }
  }
}
