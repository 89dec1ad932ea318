package io.lull.apps.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

final class QrTest {
  /** LAPACK's criterion. */
  private static final double GOOD = 16;

  @TempDir private Path folder;

  private double[] written(String outputs) throws IOException {
    return NumberFiles.read(folder.resolve(outputs).resolve("x.f64"));
  }

  private Path numbers(String name, double... numbers) throws IOException {
    return NumberFiles.write(folder.resolve(name), numbers);
  }

  private Map<String, String> solve(Map<String, String> parameters, List<Path> inputs)
      throws Exception {
    return Standalone.run(new Qr(), parameters, inputs, folder.resolve("qr"));
  }

  @ParameterizedTest
  @CsvSource({"1, 32", "7, 1", "50, 8", "64, 16", "45, 100"})
  void solvesWhatEliminationSolves(int size, int block) throws Exception {
    final Map<String, String> parameters =
        Map.of("size", "" + size, "block", "" + block, "seed", "3");
    final Map<String, String> values = solve(parameters, List.of());
    assertThat(Double.parseDouble(values.get("residual"))).isLessThan(GOOD);
    assertThat(Double.parseDouble(values.get("orthogonality"))).isLessThan(GOOD);
    Standalone.run(new Ge(), parameters, List.of(), folder.resolve("ge"));
    final double[] eliminated = written("ge");
    final double[] solved = written("qr");
    for (int i = 0; i < size; i++) {
      assertThat(solved[i]).isCloseTo(eliminated[i], within(1e-9 * Math.abs(eliminated[i]) + 1e-9));
    }
  }

  @Test
  void aMatrixThatIsOrthogonalAlreadyIsSolvedExactly() throws Exception {
    final Map<String, String> values =
        solve(
            Map.of("block", "2"),
            List.of(numbers("a.f64", 0, 1, 0, 1, 0, 0, 0, 0, -1), numbers("b.f64", 5, 3, 4)));
    assertThat(written("qr")).containsExactly(3, 5, -4);
    assertThat(values)
        .containsEntry("residual", "0.0")
        .containsEntry("orthogonality", "0.0")
        .containsEntry("xsum", "4.0");
  }

  @Test
  void aSingularMatrixFailsWithASentence() throws Exception {
    final List<Path> inputs = List.of(numbers("a.f64", 1, 0, 2, 0), numbers("b.f64", 1, 2));
    assertThatThrownBy(() -> solve(Map.of(), inputs))
        .isInstanceOf(ProgramError.class)
        .hasMessage("the matrix is singular: of column 1 nothing remains");
  }

  @Test
  void reflectionsThatWereKeptAreTheSame() {
    final double[] columns = {4, 1, -2, 2, 1, 2, 0, 1};
    final Reflections made = new Reflections(2, columns);
    final double[] kept = new double[2 * 5];
    final double[] row = new double[5];
    for (int k = 0; k < 2; k++) {
      made.keep(k, row);
      System.arraycopy(row, 0, kept, 5 * k, 5);
    }
    final double[] there = {3, -1, 4, 1};
    final double[] back = there.clone();
    made.forward(back);
    Reflections.of(2, kept).backward(back);
    for (int i = 0; i < there.length; i++) {
      assertThat(back[i]).as("a reflection undoes itself").isCloseTo(there[i], within(1e-14));
    }
  }
}
