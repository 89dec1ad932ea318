package io.lull.apps.jacobi;

import io.lull.apps.picture.ColourMap;
import io.lull.apps.picture.PngWriter;
import io.lull.reconfig.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * A picture of a potential: colours, equipotential lines at round shares of the greatest potential,
 * conductors hatched and outlined. Receives a square field row by row; it averages a large one and
 * enlarges a small one, so that memory is bounded for any size.
 */
final class FieldPicture {
  private static final int GREATEST_SIDE = 2000;
  private static final int WORTHWHILE_SIDE = 800;

  /** Shares of the greatest potential with a line; finer near zero, where fields fade. */
  private static final double[] LINES = {
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9
  };

  /**
   * Lines closer than the first would only darken the picture; from the second on they are drawn in
   * full.
   */
  private static final double CLOSEST_LINES = 4;

  private static final double CLEAR_LINES = 10;
  private static final double LINE_STRENGTH = 0.62;

  /** A field that rises by less from pixel to pixel has no direction for a line to follow. */
  private static final double FLAT = 1e-9;

  private static final double MEAN_BRIGHTNESS = 0.42;
  private static final double STRONGEST_LIFT = 0.22;

  private static final int WHITE = 0xffffff;
  private static final int BLACK = 0x05050d;
  private static final int HATCH_STEP = 8;

  private final int size;
  private final int shrink;
  private final int enlarge;
  private final int cells;
  private final double[] field;
  private final BitSet conductor = new BitSet();

  FieldPicture(int size) {
    this.size = size;
    this.shrink = Math.ceilDiv(size, GREATEST_SIDE);
    this.cells = Math.ceilDiv(size, shrink);
    this.enlarge = Math.max(1, WORTHWHILE_SIDE / cells);
    this.field = new double[cells * cells];
  }

  /** Receives the mask of conductors, whose cells are not 0. */
  Results.ByteRows conductors() {
    return new Results.ByteRows() {
      @Override
      public void row(long row, byte[] values) {
        final int first = (int) (row / shrink) * cells;
        for (int column = 0; column < values.length; column++) {
          if (values[column] != 0) {
            conductor.set(first + column / shrink);
          }
        }
      }

      @Override
      public void close() {}
    };
  }

  void row(long row, double[] values) {
    final int first = (int) (row / shrink) * cells;
    final int rowsTogether = Math.min(shrink, size - (int) (row / shrink) * shrink);
    for (int block = 0; block < cells; block++) {
      final int from = block * shrink;
      final int to = Math.min(from + shrink, size);
      double sum = 0;
      for (int column = from; column < to; column++) {
        sum += values[column];
      }
      field[first + block] += sum / ((to - from) * rowsTogether);
    }
  }

  void write(Path file) throws IOException {
    final Scale scale = Scale.of(field);
    final int side = cells * enlarge;
    try (PngWriter png = new PngWriter(file, side, side, PngWriter.Pixels.RGB)) {
      final byte[] samples = new byte[3 * side];
      for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
          final int colour = pixel(x, y, scale);
          samples[3 * x] = (byte) (colour >> 16);
          samples[3 * x + 1] = (byte) (colour >> 8);
          samples[3 * x + 2] = (byte) colour;
        }
        png.row(samples);
      }
    }
  }

  private int pixel(int x, int y, Scale scale) {
    final double value = at(x, y);
    final double brightness = scale.brightness(value);
    final int colour = ColourMap.colour(brightness);
    final int contrast = brightness > 0.5 ? BLACK : WHITE;
    if (isConductor(x, y)) {
      final boolean outline =
          !isConductor(x - 1, y)
              || !isConductor(x + 1, y)
              || !isConductor(x, y - 1)
              || !isConductor(x, y + 1);
      if (outline) {
        return WHITE;
      }
      return (x + y) % HATCH_STEP < 2 ? ColourMap.blend(colour, contrast, 0.35) : colour;
    }
    final double slope = Math.hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)) / 2;
    return scale.withLine(colour, value, slope);
  }

  private boolean isConductor(int x, int y) {
    final int column = Math.clamp(x / enlarge, 0, cells - 1);
    final int row = Math.clamp(y / enlarge, 0, cells - 1);
    return conductor.get(row * cells + column);
  }

  /** The field at a pixel's middle, interpolated between the cells' middles. */
  private double at(int x, int y) {
    final double column = Math.clamp((x + 0.5) / enlarge - 0.5, 0, cells - 1);
    final double row = Math.clamp((y + 0.5) / enlarge - 0.5, 0, cells - 1);
    final int c = (int) Math.min(column, Math.max(0, cells - 2));
    final int r = (int) Math.min(row, Math.max(0, cells - 2));
    final int right = cells > 1 ? 1 : 0;
    final int down = right * cells;
    final int i = r * cells + c;
    final double upper = field[i] + (field[i + right] - field[i]) * (column - c);
    final double lower =
        field[i + down] + (field[i + down + right] - field[i + down]) * (column - c);
    return upper + (lower - upper) * (row - r);
  }

  /** Maps potentials to brightness and lines. */
  private record Scale(double least, double greatest, double lift) {

    static Scale of(double[] field) {
      double least = Double.POSITIVE_INFINITY;
      double greatest = Double.NEGATIVE_INFINITY;
      double sum = 0;
      for (final double value : field) {
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        sum += value;
      }
      final double range = greatest - least;
      final double mean = range > 0 ? (sum / field.length - least) / range : 0.5;
      // The brightness of a field that fades away from its conductors is raised, so that far parts
      // are visible.
      final double lift =
          mean <= 0 ? 1 : Math.clamp(Math.log(MEAN_BRIGHTNESS) / Math.log(mean), STRONGEST_LIFT, 1);
      return new Scale(least, greatest, least < 0 && greatest > 0 ? 1 : lift);
    }

    double brightness(double value) {
      return greatest > least ? Math.pow((value - least) / (greatest - least), lift) : 0.5;
    }

    /** The colour of a pixel of this value, where the field rises by {@code slope} to the next. */
    int withLine(int colour, double value, double slope) {
      final double full = Math.max(Math.abs(least), Math.abs(greatest));
      if (slope <= full * FLAT) {
        return colour;
      }
      final double share = Math.abs(value) / full;
      final double steepness = slope / full;
      double strongest = least < 0 && greatest > 0 ? near(share, steepness) : 0;
      double line = 0;
      for (int i = 0; i < LINES.length; i++) {
        final double below = i == 0 ? 0 : LINES[i - 1];
        final double apart = (LINES[i] - below) / steepness;
        final double seen =
            Math.clamp((apart - CLOSEST_LINES) / (CLEAR_LINES - CLOSEST_LINES), 0, 1);
        final double strength = seen * near(share - LINES[i], steepness);
        if (strength > strongest) {
          strongest = strength;
          line = LINES[i] * Math.copySign(full, value);
        }
      }
      // By the line's own potential, so that its colour is uniform.
      final int contrast = brightness(line) > 0.5 ? BLACK : WHITE;
      return ColourMap.blend(colour, contrast, strongest * LINE_STRENGTH);
    }

    /** How much of a pixel a line at that distance from its middle covers. */
    private static double near(double away, double steepness) {
      return Math.clamp(1.1 - Math.abs(away) / steepness, 0, 1);
    }
  }
}
