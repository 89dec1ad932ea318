package io.lull.apps.npb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.apps.SoloRun;
import io.lull.apps.fft.Fft;
import io.lull.apps.fft.NpbFt;
import io.lull.apps.mg.Mg;
import io.lull.apps.mg.NpbMg;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels' values are the published ones, and do not depend on the number of tasks. */
final class NpbTest {
  @TempDir Path folder;

  private Map<String, String> run(Class<?> program, int tasks) throws Exception {
    return SoloRun.of(program, Map.of("class", "S", "tasks", String.valueOf(tasks)), folder);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void epIsVerified(int tasks) throws Exception {
    assertThat(run(NpbEp.class, tasks))
        .containsEntry("verified", "1")
        .isEqualTo(run(NpbEp.class, 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void cgIsVerified(int tasks) throws Exception {
    assertThat(run(NpbCg.class, tasks)).containsEntry("verified", "1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void mgHasTheBitsOfTheGrids(int tasks) throws Exception {
    assertThat(run(NpbMg.class, tasks))
        .containsEntry("verified", "1")
        .containsEntry("rnm2", SoloRun.of(Mg.class, Map.of("class", "S"), folder).get("norm"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void ftHasTheBitsOfTheLoops(int tasks) throws Exception {
    assertThat(run(NpbFt.class, tasks))
        .containsEntry("verified", "1")
        .isEqualTo(SoloRun.of(Fft.class, Map.of("class", "S"), folder));
  }

  @Test
  void theSparseMatrixIsTheSumOfItsBlocks() {
    final CgClass problem = CgClass.S;
    final int n = problem.order();
    final double[] ones = new double[n];
    Arrays.fill(ones, 1);
    final double[] whole = CgMatrix.block(problem, 0, n, 0, n).times(ones);
    final double[] left = CgMatrix.block(problem, 0, n, 0, n / 3).times(ones);
    final double[] right = CgMatrix.block(problem, 0, n, n / 3, n).times(ones);
    final Map<Integer, Double> wrong = new HashMap<>();
    for (int i = 0; i < n; i++) {
      if (Math.abs(whole[i] - left[i] - right[i]) > 1e-12) {
        wrong.put(i, whole[i] - left[i] - right[i]);
      }
    }
    assertThat(wrong).isEmpty();
  }
}
