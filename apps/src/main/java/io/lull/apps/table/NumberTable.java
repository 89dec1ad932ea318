package io.lull.apps.table;

import io.lull.reconfig.Results;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** A CSV file with a header and a line of numbers for each row, all digits. */
public final class NumberTable implements Results.DoubleRows {
  private final Writer out;
  private final IntFunction<String> before;

  /**
   * @param before what comes first in a row's line, with the comma after it
   */
  public NumberTable(Path file, String header, IntFunction<String> before) throws IOException {
    this.out = Files.newBufferedWriter(file);
    this.before = before;
    out.write(header + "\n");
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    final StringJoiner line = new StringJoiner(",", before.apply(Math.toIntExact(row)), "\n");
    for (final double value : values) {
      line.add(Double.toString(value));
    }
    out.write(line.toString());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
