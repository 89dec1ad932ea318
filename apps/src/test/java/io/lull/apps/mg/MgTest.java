package io.lull.apps.mg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.runtime.Standalone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MgTest {
  @TempDir Path outputs;

  @ParameterizedTest
  @ValueSource(strings = {"S", "W"})
  void computesTheBenchmarksNorm(String name) throws Exception {
    final Map<String, String> values =
        Standalone.run(new Mg(), Map.of("class", name), List.of(), outputs);
    assertThat(values).containsEntry("iterations", "4").containsEntry("verified", "1");
  }

  @Test
  void refusesAClassThatThereIsNot() {
    assertThatThrownBy(() -> Mg.check(new Parameters(Map.of("class", "Z")), List.of()))
        .hasMessageContaining("class=Z is none of the benchmark's");
  }
}
