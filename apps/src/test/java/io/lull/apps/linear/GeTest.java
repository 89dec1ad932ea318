package io.lull.apps.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GeTest {
  /** LAPACK's criterion. */
  private static final double GOOD = 16;

  @TempDir private Path folder;

  /** Nested loops over an array, with the same pivots. */
  private static double[] alone(LinearSystem system) {
    final int size = (int) system.size();
    final double[][] a = new double[size][size + 1];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        a[row][column] = system.at(row, column);
      }
      a[row][size] = system.right(row);
    }
    for (int k = 0; k < size; k++) {
      int pivot = k;
      for (int row = k + 1; row < size; row++) {
        pivot = Math.abs(a[row][k]) > Math.abs(a[pivot][k]) ? row : pivot;
      }
      final double[] kept = a[k];
      a[k] = a[pivot];
      a[pivot] = kept;
      for (int row = k + 1; row < size; row++) {
        final double factor = a[row][k] / a[k][k];
        for (int column = k + 1; column <= size; column++) {
          a[row][column] -= factor * a[k][column];
        }
      }
    }
    final double[] x = new double[size];
    for (int row = size - 1; row >= 0; row--) {
      double value = a[row][size];
      for (int column = row + 1; column < size; column++) {
        value -= a[row][column] * x[column];
      }
      x[row] = value / a[row][row];
    }
    return x;
  }

  private double[] written() throws IOException {
    return NumberFiles.read(folder.resolve("outputs/x.f64"));
  }

  private Path numbers(String name, double... numbers) throws IOException {
    return NumberFiles.write(folder.resolve(name), numbers);
  }

  private Map<String, String> solve(Map<String, String> parameters, List<Path> inputs)
      throws Exception {
    return Standalone.run(new Ge(), parameters, inputs, folder.resolve("outputs"));
  }

  @ParameterizedTest
  @CsvSource({"1, 32", "7, 1", "50, 8", "64, 16", "45, 100"})
  void computesTheBitsOfNestedLoops(int size, int block) throws Exception {
    final Map<String, String> values =
        solve(Map.of("size", "" + size, "block", "" + block, "seed", "3"), List.of());
    assertThat(Double.parseDouble(values.get("residual"))).isLessThan(GOOD);
    assertThat(written()).isEqualTo(alone(new LinearSystem.Seeded(size, 3)));
  }

  @Test
  void rowsAreExchangedWhereAPivotIsZero() throws Exception {
    final List<Path> inputs =
        List.of(numbers("a.f64", 0, 2, 1, 3, 0, 0, 1, 1, 1), numbers("b.f64", 5, 3, 4));
    final Map<String, String> values = solve(Map.of("block", "2"), inputs);
    assertThat(written()).containsExactly(1, 2, 1);
    assertThat(values).containsEntry("residual", "0.0").containsEntry("xsum", "4.0");
  }

  @Test
  void aSingularMatrixFailsWithASentence() throws Exception {
    final List<Path> inputs = List.of(numbers("a.f64", 1, 2, 2, 4), numbers("b.f64", 1, 2));
    assertThatThrownBy(() -> solve(Map.of(), inputs))
        .isInstanceOf(ProgramError.class)
        .hasMessage("the matrix is singular: of column 1 nothing remains");
  }

  private void assertRefused(String message, Map<String, String> parameters, Path... inputs) {
    assertThatThrownBy(() -> Ge.check(new Parameters(parameters), List.of(inputs)))
        .hasMessageContaining(message);
  }

  @Test
  void whatCannotBeIsRefused() throws IOException {
    final Path a = numbers("a.f64", 1, 2, 3, 4);
    final Path b = numbers("b.f64", 1, 2);
    assertRefused("block=0", Map.of("block", "0"));
    assertRefused("omit them, or --input", Map.of("size", "3"), a, b);
    assertRefused("ge takes two input files", Map.of(), a);
    assertRefused("b.f64 is missing", Map.of(), a, a);
    assertRefused("a.f64 has 24 bytes", Map.of(), numbers("a.f64", 1, 2, 3), b);
    assertRefused(
        "b.f64 has 8 bytes: it must have 24",
        Map.of(),
        numbers("a.f64", 1, 2, 3, 4, 5, 6, 7, 8, 9),
        numbers("b.f64", 1));
  }
}
