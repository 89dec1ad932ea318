package io.lull.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each bench of a coordinator and its nodes still measures. */
@Tag("bench")
final class GridBenchesTest {
  static final List<String> BENCHES =
      List.of(
          "bag --tasks 4 --agents 1 --rounds 1",
          "submit --jobs 4 --clients 2 --rounds 1",
          "agents --nodes 10 --seconds 1 --warm-up 1",
          "replan --nodes 3 --rounds 1",
          "failover --rounds 1",
          "validate --runs 1 --calibrate 1 --agents 2 --jobs 1 --seconds 5 --idle-after 1 --again"
              + " on",
          "predict --sizes 64 --rounds 1",
          "ghost --sizes 64 --rounds 1",
          "adapt --seeds 1 --size 64 --seconds 2");

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("BENCHES")
  void printsItsTables(String words) throws IOException {
    BenchRun.printsItsTables(words, folder);
  }
}
