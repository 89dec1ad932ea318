package io.lull.apps.lu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LuTest {
  @TempDir Path outputs;

  /** Three nested loops over an array. */
  private static double[][] alone(int size, long seed) {
    final Matrix matrix = new Matrix(size, seed);
    final double[][] a = new double[size][size];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        a[row][column] = matrix.at(row, column);
      }
    }
    for (int k = 0; k < size; k++) {
      for (int row = k + 1; row < size; row++) {
        a[row][k] /= a[k][k];
        for (int column = k + 1; column < size; column++) {
          a[row][column] -= a[row][k] * a[k][column];
        }
      }
    }
    return a;
  }

  private double[] written() throws IOException {
    final byte[] bytes = Files.readAllBytes(outputs.resolve("lu.f64"));
    final double[] cells = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(cells);
    return cells;
  }

  @ParameterizedTest
  @CsvSource({"1, 32", "7, 1", "50, 8", "64, 16", "45, 100"})
  void computesTheBitsOfThreeNestedLoops(int size, int block) throws Exception {
    final Map<String, String> values =
        Standalone.run(
            new Lu(),
            Map.of("size", "" + size, "block", "" + block, "seed", "3"),
            List.of(),
            outputs);
    assertThat(values).containsEntry("verified", "1");
    final double[][] expected = alone(size, 3);
    final double[] factors = written();
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        assertThat(factors[row * size + column]).isEqualTo(expected[row][column]);
      }
    }
  }

  @Test
  void refusesABlockOfNothing() {
    assertThatThrownBy(() -> Lu.check(new Parameters(Map.of("block", "0")), List.of()))
        .hasMessageContaining("block");
  }
}
