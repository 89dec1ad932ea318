package io.lull.apps.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CgTest {
  @TempDir private Path folder;

  private double[] solve(int size, String tolerance) throws Exception {
    final Map<String, String> values =
        Standalone.run(
            new Cg(),
            Map.of("size", Integer.toString(size), "tolerance", tolerance),
            List.of(),
            folder);
    assertThat(Double.parseDouble(values.get("residual")))
        .isLessThanOrEqualTo(2 * Double.parseDouble(tolerance));
    final byte[] bytes = Files.readAllBytes(folder.resolve("x.f64"));
    final double[] cells = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(cells);
    assertThat(cells).hasSize((size + 2) * (size + 2));
    return cells;
  }

  @Test
  void onePointIsSolvedInOneStep() throws Exception {
    // Four times the value is the square of the distance, a quarter.
    assertThat(solve(1, "1e-10")[4]).isEqualTo(0.0625);
  }

  /** The series of the exact solution, in the middle of the square. */
  private static double exactInTheMiddle() {
    double sum = 0;
    for (int m = 1; m < 400; m += 2) {
      for (int n = 1; n < 400; n += 2) {
        final double sign = ((m - 1) / 2 + (n - 1) / 2) % 2 == 0 ? 1 : -1;
        sum += sign * 16 / (Math.pow(Math.PI, 4) * m * n * (m * m + n * n));
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 63})
  void theSolutionComesCloseToTheExactOne(int size) throws Exception {
    final double middle = solve(size, "1e-10")[(size + 2) * (size + 2) / 2];
    // The method's error falls with the square of the distance.
    assertThat(middle).isCloseTo(exactInTheMiddle(), within(0.1 / ((size + 1.0) * (size + 1.0))));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Cg.check(new Parameters(Map.of("tolerance", "0")), List.of()))
        .hasMessageStartingWith("tolerance=0: enter a number from");
    assertThatThrownBy(() -> Cg.check(new Parameters(Map.of()), List.of(Path.of("x"))))
        .hasMessageStartingWith("cg takes no input files");
  }
}
