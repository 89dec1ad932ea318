package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of records that other workers have, and reductions by a program's own operations. */
final class TwoLevelsTest {
  @TempDir Path folder;

  @Test
  void workersComeAndGoAndTheBitsAreThoseOfOne() throws Exception {
    try (TestJob job =
        new TestJob(
            Files.createDirectory(folder.resolve("workers")),
            TwoLevels.class,
            Map.of("rounds", "5", "pace", "100ms"),
            DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> all = job.start(5);
      all.getFirst().weighs(7);
      job.keepSafePoints(true);
      job.begin(all.subList(0, 3));
      job.change(all.subList(1, 5));
      job.checkpoint(1, false);
      job.changeFromTheSafePointBefore(all.subList(2, 5));
      final Map<String, String> alone =
          SoloRun.of(TwoLevels.class, Map.of("rounds", "5"), folder.resolve("alone"));
      assertThat(Double.parseDouble(alone.getOrDefault("sum", "NaN"))).isFinite();
      assertThat(job.awaitCompleted()).isEqualTo(alone);
    }
  }
}
