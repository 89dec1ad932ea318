package io.lull.apps.jacobi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JacobiLoopsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"iterations, 1", "iterations, 24", "tolerance, 0.01", "tolerance, 0.2"})
  void hasTheBitsOfTheGridProgram(String name, String value) throws IOException {
    final Map<String, String> parameters = Map.of("size", "65", name, value);
    final Map<String, String> loops =
        Standalone.run(new JacobiLoops(), parameters, List.of(), folder.resolve("loops"));
    final Map<String, String> grids =
        Standalone.run(new Jacobi(), parameters, List.of(), folder.resolve("grids"));
    assertThat(loops).isEqualTo(grids);
    for (final String output : List.of("solution.f64", "solution.png")) {
      assertThat(folder.resolve("loops").resolve(output))
          .hasSameBinaryContentAs(folder.resolve("grids").resolve(output));
    }
  }

  @Test
  void takesNoInputs() {
    assertThatThrownBy(() ->
            Standalone.run(
                new JacobiLoops(), Map.of(), List.of(folder.resolve("cells.csv")), folder))
        .isInstanceOf(BadInput.class)
        .hasMessage("jacobi-loops takes no input files: omit --input, or take jacobi");
  }
}
