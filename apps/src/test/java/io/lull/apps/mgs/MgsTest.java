package io.lull.apps.mgs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MgsTest {
  private static final int ROWS = 37;
  private static final int COLUMNS = 53;

  @TempDir Path folder;

  private Map<String, String> run(Map<String, String> parameters) throws IOException {
    return Standalone.run(new Mgs(), parameters, List.of(), folder);
  }

  private double[] written() throws IOException {
    final DoubleBuffer file =
        ByteBuffer.wrap(Files.readAllBytes(folder.resolve("r.f64")))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asDoubleBuffer();
    final double[] r = new double[file.remaining()];
    file.get(r);
    return r;
  }

  /** The textbook's method, with dot products in eight lanes. */
  private static double[] reference() {
    final MgsParameters problem =
        MgsParameters.of(
            new Parameters(Map.of("rows", "" + ROWS, "columns", "" + COLUMNS, "seed", "7")));
    final double[][] q = new double[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        q[i][j] = problem.element(i, j);
      }
    }
    final double[] r = new double[ROWS * ROWS];
    for (int i = 0; i < ROWS; i++) {
      final double length = Math.sqrt(dot(q[i], q[i]));
      r[i * ROWS + i] = length;
      for (int k = 0; k < COLUMNS; k++) {
        q[i][k] /= length;
      }
      for (int j = i + 1; j < ROWS; j++) {
        final double part = dot(q[j], q[i]);
        r[j * ROWS + i] = part;
        for (int k = 0; k < COLUMNS; k++) {
          q[j][k] += -part * q[i][k];
        }
      }
    }
    return r;
  }

  private static double dot(double[] a, double[] b) {
    final double[] s = new double[8];
    for (int k = 0; k < a.length; k++) {
      s[k < a.length / 8 * 8 ? k % 8 : 0] += a[k] * b[k];
    }
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }

  @Test
  void hasTheBitsOfTheTextbooksMethod() throws IOException {
    run(Map.of("rows", "" + ROWS, "columns", "" + COLUMNS, "seed", "7"));
    assertThat(written()).containsExactly(reference());
  }

  @Test
  void isExactInDoublePrecision() throws IOException {
    final Map<String, String> values = run(Map.of("rows", "96", "columns", "128"));
    assertThat(Double.parseDouble(values.get("residual"))).isBetween(0.0, 96 * Math.ulp(1.0));
    assertThat(Double.parseDouble(values.get("orthogonality"))).isBetween(0.0, 1e-13);
  }

  @Test
  void isAsExactAsSinglePrecisionAllows() throws IOException {
    final Map<String, String> values = run(Map.of("rows", "96", "type", "float"));
    assertThat(Double.parseDouble(values.get("residual"))).isBetween(1e-12, 96.0 * Math.ulp(1f));
    assertThat(Double.parseDouble(values.get("orthogonality"))).isBetween(1e-9, 1e-5);
  }

  @Test
  void oneRowIsItsOwnBasis() throws IOException {
    assertThat(run(Map.of("rows", "1"))).containsKeys("residual", "orthogonality");
    assertThat(written()).hasSize(1);
  }

  @Test
  void refusesParametersThatCannotBeUsed() {
    assertThatThrownBy(() -> run(Map.of("rows", "9", "columns", "8")))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "columns=8: 9 rows are orthogonal to each other in no fewer dimensions; enter at least"
                + " 9");
    assertThatThrownBy(() -> run(Map.of("type", "half")))
        .isInstanceOf(BadInput.class)
        .hasMessage("type=half: enter double or float");
  }
}
