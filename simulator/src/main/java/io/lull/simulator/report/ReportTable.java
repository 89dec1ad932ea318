package io.lull.simulator.report;

import java.util.List;
import java.util.stream.Collectors;

/** Names of columns, and rows of as many values. */
public record ReportTable(List<String> columns, List<List<String>> rows) {
  public ReportTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Values of it have neither commas nor quotes. */
  public String csv() {
    return columns.stream().collect(Collectors.joining(",", "", "\n"))
        + rows.stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining());
  }
}
