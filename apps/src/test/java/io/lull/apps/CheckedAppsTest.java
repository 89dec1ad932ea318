package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.runtime.Standalone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fork-join programs keep to what their loops say, and give the same bits in a checked run. */
final class CheckedAppsTest {
  private static final Map<String, Map<String, String>> PROBLEMS =
      Map.of(
          "jacobi-loops", Map.of("size", "20", "iterations", "10"),
          "mgs", Map.of("rows", "12", "columns", "17", "type", "float"),
          "fft", Map.of("nx", "4", "ny", "8", "nz", "4", "iterations", "3"),
          "nbf", Map.of("molecules", "80", "steps", "4", "partners", "random"),
          "barnes", Map.of("bodies", "40", "steps", "3"),
          "water", Map.of("molecules", "8", "steps", "4"));

  @TempDir Path folder;

  static Stream<BundledApp> forkJoin() {
    return BundledApps.all().stream()
        .filter(app -> ForkJoinProgram.class.isAssignableFrom(program(app)));
  }

  private static Class<?> program(BundledApp app) {
    try {
      return Class.forName(app.mainClass());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("forkJoin")
  void aCheckedRunGivesTheSameBits(BundledApp app) throws Exception {
    assertThat(PROBLEMS).containsKey(app.name());
    final Map<String, String> problem = PROBLEMS.getOrDefault(app.name(), Map.of());
    final ForkJoinProgram program = (ForkJoinProgram) program(app).getConstructor().newInstance();
    assertThat(Standalone.check(program, problem, List.of(), folder))
        .isEqualTo(SoloRun.of(program(app), problem, folder));
  }
}
