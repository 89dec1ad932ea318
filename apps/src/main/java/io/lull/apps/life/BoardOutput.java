package io.lull.apps.life;

import io.lull.apps.picture.ColourMap;
import io.lull.apps.picture.PngWriter;
import io.lull.reconfig.Results;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Receives the board row by row: writes it as a pattern and as a picture, and counts living cells.
 */
final class BoardOutput implements Results.ByteRows {
  private static final int GREATEST_SIDE = 2000;
  private static final int WORTHWHILE_SIDE = 600;
  private static final int LONGEST_LINE = 70;

  private final Results results;
  private final int rows;
  private final int columns;
  private final int shrink;
  private final int enlarge;
  private final PngWriter picture;
  private final BufferedWriter pattern;
  private final int[] together;
  private long population;
  private long hash;
  private long newLines;
  private int lineLength;

  BoardOutput(Path outputs, int rows, int columns, Results results) throws IOException {
    this.rows = rows;
    this.columns = columns;
    this.results = results;
    final int side = Math.max(rows, columns);
    this.shrink = Math.ceilDiv(side, GREATEST_SIDE);
    this.enlarge = Math.max(1, WORTHWHILE_SIDE / side);
    this.together = new int[Math.ceilDiv(columns, shrink)];
    this.pattern = Files.newBufferedWriter(outputs.resolve("board.rle"), StandardCharsets.US_ASCII);
    pattern.write(
        "x = " + columns + ", y = " + rows + ", rule = B3/S23:T" + columns + "," + rows + "\n");
    this.picture =
        new PngWriter(
            outputs.resolve("board.png"),
            together.length * enlarge,
            Math.ceilDiv(rows, shrink) * enlarge,
            PngWriter.Pixels.RGB);
  }

  @Override
  public void row(long row, byte[] values) throws IOException {
    int column = 0;
    while (column < columns) {
      final int from = column;
      final byte kind = values[column];
      while (column < columns && values[column] == kind) {
        column++;
      }
      if (kind != 0) {
        living(row, from, column);
      }
      if (kind != 0 || column < columns) {
        run(column - from, kind == 0 ? 'b' : 'o');
      }
    }
    newLines++;
    if ((row + 1) % shrink == 0 || row + 1 == rows) {
      drawRow((int) (row % shrink) + 1);
    }
  }

  private void living(long row, int from, int to) {
    population += to - from;
    for (int column = from; column < to; column++) {
      // A sum, so that the order does not matter.
      hash += LifeParameters.mix(row * columns + column);
      together[column / shrink]++;
    }
  }

  private void run(long length, char kind) throws IOException {
    if (newLines > 0) {
      final long pending = newLines;
      newLines = 0;
      run(pending, '$');
    }
    final String text = length == 1 ? String.valueOf(kind) : length + String.valueOf(kind);
    if (lineLength + text.length() > LONGEST_LINE) {
      pattern.write('\n');
      lineLength = 0;
    }
    pattern.write(text);
    lineLength += text.length();
  }

  private void drawRow(int rowsTogether) throws IOException {
    final byte[] samples = new byte[3 * together.length * enlarge];
    for (int x = 0; x < together.length * enlarge; x++) {
      final int block = x / enlarge;
      final int width = Math.min(shrink, columns - block * shrink);
      final int colour =
          ColourMap.colour(0.9 * Math.sqrt((double) together[block] / (width * rowsTogether)));
      samples[3 * x] = (byte) (colour >> 16);
      samples[3 * x + 1] = (byte) (colour >> 8);
      samples[3 * x + 2] = (byte) colour;
    }
    for (int i = 0; i < enlarge; i++) {
      picture.row(samples);
    }
    Arrays.fill(together, 0);
  }

  @Override
  public void close() throws IOException {
    try (picture;
        pattern) {
      pattern.write("!\n");
    }
    results.value("population", population);
    results.value("hash", hash);
  }
}
