package io.lull.apps.mg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MgTest {
  /** As the NAS Parallel Benchmarks publish them, and how near they want them. */
  static final String S_NORM = "0.5307707005734e-04";

  static final String W_NORM = "0.6467329375339e-05";
  static final Percentage TOLERANCE = Percentage.withPercentage(1e-6);

  @TempDir Path outputs;

  @ParameterizedTest
  @CsvSource({"S, " + S_NORM, "W, " + W_NORM})
  void computesTheBenchmarksNorm(String name, double norm) throws Exception {
    final Map<String, String> values =
        Standalone.run(new Mg(), Map.of("class", name), List.of(), outputs);
    assertThat(values).containsEntry("iterations", "4").containsEntry("verified", "1");
    assertThat(Double.parseDouble(values.get("norm"))).isCloseTo(norm, TOLERANCE);
  }

  @Test
  void refusesAClassThatThereIsNot() {
    assertThatThrownBy(() -> Mg.check(new Parameters(Map.of("class", "Z")), List.of()))
        .hasMessageContaining("class=Z is not a class of the benchmark");
  }
}
