package io.lull.reconfig.bag;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.WorkerReport;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TaskReportsTest {
  private final BlockingQueue<WorkerReport> said = new LinkedBlockingQueue<>();
  private final Semaphore line = new Semaphore(0);

  /** An agent that takes a report when it is let. */
  private TaskReports reports() {
    return new TaskReports(report -> {
      said.add(report.build());
      line.acquireUninterruptibly();
    });
  }

  private static TaskEnded end(int task) {
    return TaskEnded.newBuilder().setTask(TaskTry.newBuilder().setTask(task)).build();
  }

  private WorkerReport next() throws InterruptedException {
    return Objects.requireNonNull(said.poll(30, TimeUnit.SECONDS), "something was said");
  }

  @Test
  void whatEndsWhileAnotherReportIsOnItsWayIsOneReport() throws InterruptedException {
    try (TaskReports reports = reports()) {
      reports.add(end(0), true);
      assertThat(next().getTaskEnded().getTask().getTask()).isZero();
      for (int task = 1; task <= 300; task++) {
        reports.add(end(task), false);
      }
      line.release(3);
      assertThat(next().getTasksEnded().getTasksCount()).isEqualTo(TaskReports.MOST);
      assertThat(next().getTasksEnded().getTasksCount()).isEqualTo(300 - TaskReports.MOST);
    }
    assertThat(said).isEmpty();
  }

  @Test
  void whatEndedBeforeTheEndIsSaidAndNothingAfterIt() throws InterruptedException {
    line.release(2);
    final TaskReports reports = reports();
    reports.add(end(0), false);
    reports.close();
    reports.add(end(1), true);
    assertThat(next().getTaskEnded().getTask().getTask()).isZero();
    assertThat(said).isEmpty();
  }
}
