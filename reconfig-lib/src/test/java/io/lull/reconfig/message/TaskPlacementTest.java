package io.lull.reconfig.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.List;
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

  /** So many iterations take seconds, and several looks at what the workers have to do. */
  private static final long MANY_ITERATIONS = 1_500;

  @Test
  void whereNothingIsAdaptedTasksStay() throws Exception {
    try (TestJob job =
        new TestJob(
                folder,
                UnevenTasks.class,
                Map.of("tasks", String.valueOf(TASKS)),
                JobCertificate.NONE)
            .welcome(Welcome.newBuilder().setNoAdapt(true).build())) {
      final List<WorkerProcess> workers = job.start(2);
      job.begin(workers);
      final WorkerReport late =
          workers
              .getFirst()
              .await(
                  "its tasks have come far",
                  report ->
                      report.hasProgress()
                          && report.getProgress().getTasksList().stream()
                              .anyMatch(task -> task.getIterations() >= MANY_ITERATIONS));
      assertThat(late.getProgress().getTasksList())
          .hasSize(TASKS / 2)
          .allMatch(task -> task.getMoves() == 0);
    }
  }
}
