package io.lull.system;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each bench of whole jobs and whole days still measures. */
@Tag("bench")
final class JobBenchesTest {
  static final List<String> BENCHES =
      List.of("rebalance --agents 2 --size 512 --seconds 2 --rounds 1");

  private static final String SANDBOX = "sandbox --size 64 --turns 2 --tasks 4 --rounds 1";

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("BENCHES")
  void printsItsTables(String words) throws IOException {
    BenchRun.printsItsTables(words, folder);
  }

  @Test
  void sandboxPrintsItsTable() throws IOException {
    assumeThat(System.getProperty("user.name")).as("only root hides bubblewrap").isEqualTo("root");
    BenchRun.printsItsTables(SANDBOX, folder);
  }

  @Test
  void habitsPrintsItsTable() throws IOException {
    final Path trace = folder.resolve("trace");
    final StringBuilder lines = new StringBuilder();
    for (int day = 0; day < 30; day++) {
      final int midnight = day * 86_400;
      for (final String machine : List.of("a", "b", "c")) {
        lines.append("%s,%d,%d,A%n".formatted(machine, midnight, midnight + 32_400));
        lines.append("%s,%d,%d,U%n".formatted(machine, midnight + 32_400, midnight + 61_200));
        lines.append("%s,%d,%d,A%n".formatted(machine, midnight + 61_200, midnight + 86_400));
      }
    }
    Files.writeString(trace, lines);
    BenchRun.printsItsTables("habits --workers 2 --trace " + trace, folder);
  }
}
