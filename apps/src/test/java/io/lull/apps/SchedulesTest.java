package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.apps.barnes.Barnes;
import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose iterations are done by other workers than have their elements. */
final class SchedulesTest {
  @TempDir Path folder;

  private void assertSumIsThatOfOneWorker(Map<String, String> results) throws Exception {
    assertThat(results)
        .containsAllEntriesOf(SoloRun.of(UnevenLoops.class, Map.of(), folder.resolve("alone")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dynamic", "guided", "measured", "cost"})
  void workersDoIterationsOfOthersAndTheBitsAreThoseOfOne(String schedule) throws Exception {
    final Map<String, String> parameters =
        Map.of("schedule", schedule, "work", "10000", "lent", "count");
    try (TestJob job =
        new TestJob(
            Files.createDirectory(folder.resolve("workers")),
            UnevenLoops.class,
            parameters,
            DataPlane.getDefaultInstance())) {
      job.begin(job.start(3));
      final Map<String, String> results = job.awaitCompleted();
      assertSumIsThatOfOneWorker(results);
      assertThat(Double.parseDouble(results.getOrDefault("lent", "0"))).isPositive();
    }
  }

  @Test
  void aUserChoosesTheScheduleOfAProgramThatNamesNone() throws Exception {
    final Map<String, String> problem = Map.of("bodies", "60", "steps", "20");
    final Map<String, String> parameters = new HashMap<>(problem);
    parameters.put("schedule", "measured");
    try (TestJob job =
        new TestJob(
            Files.createDirectory(folder.resolve("workers")),
            Barnes.class,
            parameters,
            DataPlane.getDefaultInstance())) {
      job.begin(job.start(3));
      assertThat(job.awaitCompleted())
          .isEqualTo(SoloRun.of(Barnes.class, problem, folder.resolve("alone")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"guided", "cost"})
  void workersComeAndGoAndSomeLeaveFromTheSafePointBefore(String schedule) throws Exception {
    final Map<String, String> problem = Map.of("rounds", "7");
    final Map<String, String> parameters = new HashMap<>(problem);
    parameters.put("schedule", schedule);
    parameters.put("pace", "100ms");
    try (TestJob job =
        new TestJob(
            Files.createDirectory(folder.resolve("workers")),
            UnevenLoops.class,
            parameters,
            DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> all = new ArrayList<>(job.start(5));
      all.getFirst().weighs(7);
      job.keepSafePoints(true);
      job.begin(all.subList(0, 3));
      job.change(all.subList(1, 5));
      job.checkpoint(1, false);
      job.changeFromTheSafePointBefore(all.subList(2, 5));
      assertThat(job.awaitCompleted())
          .isEqualTo(SoloRun.of(UnevenLoops.class, problem, folder.resolve("alone")));
    }
  }
}
