package io.lull.apps.jacobi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacobiTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"3, 1", "4, 7", "33, 100", "101, 250", "260, 41"})
  void computesTheVeryBitsOfAPlainLoop(int size, int iterations) throws IOException {
    final Map<String, String> values =
        run(Map.of("size", "" + size, "iterations", "" + iterations));

    final Plain plain = new Plain(size);
    plain.iterate(iterations, 0);
    assertSame(plain, values);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-4})
  void endsWhenTheGreatestChangeFallsBelowTheTolerance(double tolerance) throws IOException {
    final Map<String, String> values = run(Map.of("size", "40", "tolerance", "" + tolerance));

    final Plain plain = new Plain(40);
    plain.iterate(1_000_000, tolerance);
    assertSame(plain, values);
    assertThat(Double.parseDouble(values.get("change"))).isLessThan(tolerance);
  }

  @Test
  void makesNoMoreIterationsThanAllowedOnTheWayToTheTolerance() throws IOException {
    final Map<String, String> values =
        run(Map.of("size", "40", "tolerance", "1e-9", "iterations", "20"));
    assertThat(values).containsEntry("iterations", "20");
  }

  @Test
  void holdsTheCellsOfConductorsAlsoOnTheEdges() throws IOException {
    final int size = 50;
    final Path lines = folder.resolve("b.csv");
    Files.writeString(lines, "25,30,-2.5\n25,31,-2.5\n0,10,0.25\n49,49,3\n");
    final Path picture = folder.resolve("a.pgm");
    final StringBuilder pgm = new StringBuilder("P2 50 50 255\n");
    for (int cell = 0; cell < size * size; cell++) {
      pgm.append(cell / size == 12 && cell % size < 20 ? 51 : 0).append('\n');
    }
    Files.writeString(picture, pgm);

    final Map<String, String> values =
        run(Map.of("size", "" + size, "iterations", "300"), picture, lines);

    final Plain plain = new Plain(size);
    plain.fix(25, 30, -2.5);
    plain.fix(25, 31, -2.5);
    plain.fix(0, 10, 0.25);
    plain.fix(49, 49, 3);
    for (int column = 0; column < 20; column++) {
      plain.fix(12, column, 51 / 255.0);
    }
    plain.iterate(300, 0);
    assertSame(plain, values);
  }

  /** The series solution of Laplace's equation on the unit square with one side at 1. */
  @Test
  void comesCloseToTheSeriesSolution() throws IOException {
    final int size = 65;
    run(Map.of("size", "" + size, "tolerance", "1e-12"));
    final DoubleBuffer solution = solution();
    for (int row = 8; row < size - 1; row += 4) {
      for (int column = 4; column < size - 1; column += 4) {
        final double x = column / (size - 1.0);
        final double y = 1 - row / (size - 1.0);
        double exact = 0;
        for (int k = 1; k < 200; k += 2) {
          exact += 4 / (k * Math.PI) * Math.sin(k * Math.PI * x) * sinhRatio(k * Math.PI, y);
        }
        assertThat(solution.get(row * size + column)).isCloseTo(exact, within(2e-3));
      }
    }
  }

  private static double sinhRatio(double k, double y) {
    return Math.exp(k * (y - 1)) * -Math.expm1(-2 * k * y) / -Math.expm1(-2 * k);
  }

  @ParameterizedTest
  @CsvSource({"3, 798", "16, 800", "300, 600", "1001, 1001", "2500, 1250"})
  void drawsAPictureOfASizeWorthLookingAt(int size, int side) throws IOException {
    run(Map.of("size", "" + size, "iterations", "2"));
    final var picture = ImageIO.read(folder.resolve("outputs/solution.png").toFile());
    assertThat(picture.getWidth()).isEqualTo(side);
    assertThat(picture.getHeight()).isEqualTo(side);
    assertThat(luminance(picture.getRGB(side / 2, 0)))
        .as("the top edge is bright")
        .isGreaterThan(2 * luminance(picture.getRGB(side / 2, side - 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size|2|size=2: enter a whole number from 3 to 100,000",
        "size|many|size=many: enter a whole number from 3 to 100,000",
        "iterations|0|iterations=0: enter a whole number from 1 to 1,000,000,000",
        "tolerance|-1|tolerance=-1: enter a number from",
        "tolerance|0|tolerance must be above 0: change it, or give only iterations",
        "pace|soon|pace=soon: enter a duration of at most 1m, such as 50ms",
        "pace|2h|pace=2h: enter a duration of at most 1m, such as 50ms"
      })
  void refusesAParameterThatCannotBe(String name, String value, String message) {
    assertThatThrownBy(() -> run(Map.of(name, value)))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(message);
  }

  private Map<String, String> run(Map<String, String> parameters, Path... inputs)
      throws IOException {
    return Standalone.run(new Jacobi(), parameters, List.of(inputs), folder.resolve("outputs"));
  }

  private void assertSame(Plain plain, Map<String, String> values) throws IOException {
    assertThat(values)
        .containsEntry("iterations", String.valueOf(plain.iterations))
        .containsEntry("change", Double.toString(plain.change))
        .containsEntry("sum", Double.toString(plain.sum()))
        .hasSize(3);
    final DoubleBuffer solution = solution();
    assertThat(solution.remaining()).isEqualTo(plain.size * plain.size);
    for (int row = 0; row < plain.size; row++) {
      for (int column = 0; column < plain.size; column++) {
        assertThat(Double.doubleToRawLongBits(solution.get()))
            .as("row %d column %d", row, column)
            .isEqualTo(Double.doubleToRawLongBits(plain.u[row][column]));
      }
    }
  }

  private DoubleBuffer solution() throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(folder.resolve("outputs/solution.f64")))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer();
  }

  private static int luminance(int rgb) {
    return (rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255);
  }

  /** The definition, as a plain loop. */
  private static final class Plain {
    private final int size;
    private final boolean[][] fixed;
    private double[][] u;
    private double change;
    private int iterations;

    Plain(int size) {
      this.size = size;
      this.fixed = new boolean[size][size];
      this.u = new double[size][size];
      java.util.Arrays.fill(u[0], 1.0);
    }

    void fix(int row, int column, double value) {
      fixed[row][column] = true;
      u[row][column] = value;
    }

    void iterate(int most, double tolerance) {
      do {
        final double[][] next = new double[size][];
        change = 0;
        for (int r = 0; r < size; r++) {
          next[r] = u[r].clone();
          for (int c = 1; c < size - 1 && r > 0 && r < size - 1; c++) {
            if (!fixed[r][c]) {
              next[r][c] = 0.25 * ((u[r - 1][c] + u[r + 1][c]) + (u[r][c - 1] + u[r][c + 1]));
            }
            change = Math.max(change, Math.abs(next[r][c] - u[r][c]));
          }
        }
        u = next;
        iterations++;
      } while (iterations < most && change >= tolerance);
    }

    double sum() {
      double sum = 0;
      for (final double[] row : u) {
        for (final double value : row) {
          sum += value;
        }
      }
      return sum;
    }
  }
}
