package io.lull.apps.complib;

import io.lull.reconfig.Results;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Receives the scores query by query: writes them as a table, and reports their sum and maximum.
 */
final class ScoreTable implements Results.DoubleRows {
  private final List<Sequence> queries;
  private final SpreadOrder order;
  private final Results results;
  private final BufferedWriter out;
  private long sum;
  private long max;

  ScoreTable(
      Path file, List<Sequence> queries, List<Sequence> others, SpreadOrder order, Results results)
      throws IOException {
    this.queries = queries;
    this.order = order;
    this.results = results;
    this.out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
    out.write("query");
    for (final Sequence other : others) {
      out.write(',');
      out.write(field(other.name()));
    }
    out.write('\n');
  }

  private static String field(String name) {
    return name.contains(",") || name.contains("\"")
        ? '"' + name.replace("\"", "\"\"") + '"'
        : name;
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    final long[] scores = new long[values.length];
    for (int place = 0; place < values.length; place++) {
      scores[order.at(place)] = (long) values[place];
    }
    out.write(field(queries.get((int) row).name()));
    for (final long score : scores) {
      out.write(',');
      out.write(Long.toString(score));
      sum += score;
      max = Math.max(max, score);
    }
    out.write('\n');
  }

  @Override
  public void close() throws IOException {
    out.close();
    results.value("sum", sum);
    results.value("max", max);
  }
}
