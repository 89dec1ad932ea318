package io.lull.apps.barnes;

import io.lull.reconfig.Results;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** A file with a line of numbers for each body, all digits. */
final class BodyTable implements Results.DoubleRows {
  private final Writer out;
  private final IntFunction<double[]> before;

  /**
   * @param before numbers that come first in a body's line
   */
  BodyTable(Path file, String header, IntFunction<double[]> before) throws IOException {
    this.out = Files.newBufferedWriter(file);
    this.before = before;
    out.write(header + "\n");
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    final StringJoiner line = new StringJoiner(",", "", "\n");
    for (final double value : before.apply(Math.toIntExact(row))) {
      line.add(Double.toString(value));
    }
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
