package io.lull.reconfig.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks of real worker processes, which come and go. Whatever happens, each message counts once.
 */
@Timeout(180)
final class MovingTasksTest {
  private static final int TASKS = 12;
  private static final long ROUNDS = 300;
  private static final int SHORT_MICROS = 4000;

  /** Of a round, where much is to happen before the program ends. */
  private static final int LONG_MICROS = 25_000;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;
  private long number;

  private TestJob job(DataPlane plane, int micros) {
    number = seed.random().nextInt(1_000_000);
    return new TestJob(
        folder,
        StormProgram.class,
        Map.of(
            "tasks",
            String.valueOf(TASKS),
            "rounds",
            String.valueOf(ROUNDS),
            "seed",
            String.valueOf(number),
            "micros",
            String.valueOf(micros)),
        plane);
  }

  private void assertRight(Map<String, String> values) {
    assertThat(values)
        .containsEntry("received", String.valueOf(TASKS * ROUNDS * StormProgram.Storm.TURNS))
        .containsEntry("sum", String.valueOf(StormProgram.expected(TASKS, ROUNDS, number)));
  }

  @Test
  void tasksComputeTogetherOnSeveralWorkers() throws Exception {
    try (TestJob job = job(JobCertificate.NONE, SHORT_MICROS)) {
      job.begin(job.start(3));
      assertRight(job.awaitCompleted());
    }
  }

  @Test
  void workersComeAndGo() throws Exception {
    try (TestJob job = job(JobCertificate.dataPlane(), LONG_MICROS)) {
      final List<WorkerProcess> first = job.start(2);
      final List<WorkerProcess> more = job.start(1);
      job.begin(first);
      final List<WorkerProcess> all = new ArrayList<>(first);
      all.addAll(more);
      job.change(all);
      job.checkpoint(1, false);
      job.change(List.of(all.get(1), all.get(2)));
      job.checkpoint(2, false);
      job.change(List.of(all.get(2)));
      job.change(List.of(all.get(2), job.start(1).getFirst()));
      assertRight(job.awaitCompleted());
    }
  }

  @Test
  void afterALossTasksGoOnFromACapture() throws Exception {
    try (TestJob job = job(JobCertificate.NONE, SHORT_MICROS)) {
      job.begin(job.start(3));
      job.checkpoint(1, false);
      final long safePoint = job.checkpoint(2, false);
      final Layout layout = job.layout();
      final List<WorkerProcess> then = job.members();
      job.lose(then.get(1));
      job.recover(
          List.of(then.get(0), then.get(2)),
          2,
          safePoint,
          layout,
          Map.of(0, then.get(0), 1, then.get(2), 2, then.get(2)));
      job.checkpoint(3, false);
      assertRight(job.awaitCompleted());
    }
  }

  private TestJob ring(Path gate, boolean wrong) {
    return new TestJob(
        folder,
        RingProgram.class,
        Map.of(
            "tasks",
            String.valueOf(TASKS),
            "rounds",
            "40",
            "gate",
            "20",
            "wrong",
            wrong ? "1" : "0",
            "file",
            gate.toString()),
        JobCertificate.NONE);
  }

  /** All but the first task wait in the middle of an iteration, and stay there. */
  private static void awaitTheGate(WorkerProcess worker) throws Exception {
    worker.await(
        "its tasks wait",
        report ->
            report.hasProgress()
                && report.getProgress().getTasksCount() > 0
                && report.getProgress().getTasksList().stream()
                    .allMatch(task ->
                        task.getIterations() == 20
                            && (task.getTask() == 0 || task.getState().equals("waiting"))));
  }

  @Test
  void aWorkerIsEmptiedThoughItsTasksWaitInTheMiddleOfAnIteration() throws Exception {
    final Path gate = folder.resolve("gate");
    try (TestJob job = ring(gate, false)) {
      final List<WorkerProcess> both = job.start(2);
      job.begin(both);
      awaitTheGate(both.get(1));
      job.change(List.of(both.get(0)));
      assertThat(both.get(1).isAlive()).as("it has left while nobody came on").isFalse();
      Files.createFile(gate);
      assertThat(job.awaitCompleted())
          .containsEntry("sum", String.valueOf(RingProgram.expected(TASKS, 40)));
    }
  }

  @Test
  void aTaskThatDoesNotRepeatItselfIsFoundAndTheJobGoesBack() throws Exception {
    try (TestJob job = ring(folder.resolve("never"), true)) {
      final List<WorkerProcess> both = job.start(2);
      job.begin(both);
      job.checkpoint(1, false);
      awaitTheGate(both.get(1));
      job.enter(List.of(both.get(0)));
      final WorkerReport lost = both.get(0).await("it has lost state", WorkerReport::hasPeerLost);
      assertThat(lost.getPeerLost().getWhy())
          .contains("repeats what it did before a failure or a move", "something else");
      assertThat(both.get(0).isAlive()).as("it waits for its generation").isTrue();
    }
  }
}
