package io.lull.reconfig.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of real workers go to where there is less to compute. */
@Timeout(180)
final class TaskPlacementTest {
  private static final int TASKS = 8;

  @TempDir Path folder;

  @Test
  void aWorkerWithMoreToComputeGivesTasksAway() throws Exception {
    try (TestJob job =
        new TestJob(
            folder,
            UnevenTasks.class,
            Map.of("tasks", String.valueOf(TASKS)),
            JobCertificate.NONE)) {
      job.begin(job.start(2));
      final Map<String, String> values = job.awaitCompleted();
      final long rounds = Long.parseLong(values.get("rounds"));
      assertThat(values).containsEntry("sum", String.valueOf(UnevenTasks.expected(TASKS, rounds)));
      assertThat(Long.parseLong(values.get("placements"))).isBetween(TASKS + 1L, 2L * TASKS);
    }
  }
}
