package io.lull.apps.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HeatTest {
  @TempDir Path outputs;

  /** Three nested loops over an array, as the class's comment says. */
  private static double[][][] alone(int planes, int rows, int columns, int steps, double rate) {
    double[][][] u = new double[planes][rows][columns];
    double[][][] next = new double[planes][rows][columns];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        u[0][r][c] = 1;
        next[0][r][c] = 1;
      }
    }
    for (int k = 0; k < steps; k++) {
      for (int p = 1; p < planes - 1; p++) {
        for (int r = 1; r < rows - 1; r++) {
          for (int c = 1; c < columns - 1; c++) {
            final double around =
                (u[p - 1][r][c] + u[p + 1][r][c] + (u[p][r - 1][c] + u[p][r + 1][c]))
                    + (u[p][r][c - 1] + u[p][r][c + 1]);
            next[p][r][c] = u[p][r][c] + (around - u[p][r][c] * 6) * rate;
          }
        }
      }
      final double[][][] before = u;
      u = next;
      next = before;
    }
    return u;
  }

  @Test
  void computesTheBitsOfThreeNestedLoops() throws Exception {
    final Map<String, String> values =
        Standalone.run(
            new Heat(),
            Map.of(
                "planes", "9", "rows", "14", "columns", "70", "iterations", "37", "rate", "0.15"),
            List.of(),
            outputs);
    assertThat(values).containsEntry("iterations", "37");
    final ByteBuffer cells =
        ByteBuffer.wrap(Files.readAllBytes(outputs.resolve("heat.f64")))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (final double[][] plane : alone(9, 14, 70, 37, 0.15)) {
      for (final double[] row : plane) {
        for (final double expected : row) {
          assertThat(cells.getDouble()).isEqualTo(expected);
        }
      }
    }
    assertThat(cells.hasRemaining()).isFalse();
  }

  @Test
  void leavesAPictureWhoseTopIsWarm() throws Exception {
    Standalone.run(new Heat(), Map.of("size", "20"), List.of(), outputs);
    final BufferedImage picture = ImageIO.read(outputs.resolve("heat.png").toFile());
    assertThat(picture.getWidth()).isEqualTo(800);
    assertThat(picture.getRGB(400, 5) & 0xffffff).isEqualTo(0xfffbe0);
    assertThat(picture.getRGB(400, 795) & 0xff).isLessThan(0x40);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          size    | 2     | size=2
          rate    | 0.2   | rate=0.2
          planes  | many  | planes=many
          """)
  void refusesWhatCannotBeUsed(String name, String value, String line) {
    assertThatThrownBy(() -> Heat.check(new Parameters(Map.of(name, value)), List.of()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(line);
  }

  @Test
  void refusesASizeBesideRows() {
    assertThatThrownBy(
            () -> Heat.check(new Parameters(Map.of("size", "9", "rows", "9")), List.of()))
        .hasMessageContaining("size excludes");
  }
}
