package io.lull.apps.heat;

import io.lull.apps.numbers.NumberFile;
import io.lull.apps.picture.ColourMap;
import io.lull.apps.picture.PngWriter;
import io.lull.reconfig.Results;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Receives the box row by row: writes it as numbers, and leaves a picture of a cut through its
 * middle, the warm plane at the top.
 */
final class HeatOutput implements Results.DoubleRows {
  private static final int GREATEST_SIDE = 2000;
  private static final int WORTHWHILE_SIDE = 800;
  private static final int SAMPLES = 3;

  private final Path outputs;
  private final HeatParameters box;
  private final int shrink;
  private final int enlarge;
  private final double[][] cut;
  private final NumberFile numbers;

  HeatOutput(Path outputs, HeatParameters box) throws IOException {
    this.outputs = outputs;
    this.box = box;
    final int side = Math.max(box.planes(), box.columns());
    this.shrink = Math.ceilDiv(side, GREATEST_SIDE);
    this.enlarge = Math.max(1, WORTHWHILE_SIDE / Math.ceilDiv(side, shrink));
    this.cut = new double[Math.ceilDiv(box.planes(), shrink)][Math.ceilDiv(box.columns(), shrink)];
    this.numbers = new NumberFile(outputs.resolve("heat.f64"));
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    numbers.row(row, values);
    final long plane = row / box.rows();
    if (row % box.rows() == box.rows() / 2 && plane % shrink == 0) {
      final double[] line = cut[(int) (plane / shrink)];
      for (int column = 0; column < line.length; column++) {
        line[column] = values[column * shrink];
      }
    }
  }

  @Override
  public void close() throws IOException {
    numbers.close();
    final int width = cut[0].length * enlarge;
    try (PngWriter picture =
        new PngWriter(
            outputs.resolve("heat.png"), width, cut.length * enlarge, PngWriter.Pixels.RGB)) {
      final byte[] samples = new byte[width * SAMPLES];
      for (final double[] line : cut) {
        for (int x = 0; x < width; x++) {
          final int colour = ColourMap.colour(line[x / enlarge]);
          samples[SAMPLES * x] = (byte) (colour >> 16);
          samples[SAMPLES * x + 1] = (byte) (colour >> 8);
          samples[SAMPLES * x + 2] = (byte) colour;
        }
        for (int copy = 0; copy < enlarge; copy++) {
          picture.row(samples);
        }
      }
    }
  }
}
