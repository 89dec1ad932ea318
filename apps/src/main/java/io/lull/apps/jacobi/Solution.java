package io.lull.apps.jacobi;

import io.lull.apps.numbers.NumberFile;
import io.lull.reconfig.ReportedValues;
import io.lull.reconfig.Results;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Receives the solved grid row by row: writes it as numbers, sums it, and leaves a picture of it.
 */
final class Solution implements Results.DoubleRows {
  private final Path outputs;
  private final FieldPicture picture;
  private final ReportedValues results;
  private final NumberFile numbers;
  private double sum;

  Solution(Path outputs, FieldPicture picture, ReportedValues results) throws IOException {
    this.outputs = outputs;
    this.picture = picture;
    this.results = results;
    this.numbers = new NumberFile(outputs.resolve("solution.f64"));
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    numbers.row(row, values);
    for (final double value : values) {
      sum += value;
    }
    picture.row(row, values);
  }

  @Override
  public void close() throws IOException {
    numbers.close();
    picture.write(outputs.resolve("solution.png"));
    results.value("sum", sum);
  }
}
