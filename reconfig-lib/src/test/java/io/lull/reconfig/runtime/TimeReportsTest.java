package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Progress;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real workers say how much of their time they compute, and how much they wait for others. */
@Timeout(180)
final class TimeReportsTest {
  private static final long MANY = 25;

  @TempDir Path folder;

  private static Progress awaitMany(WorkerProcess worker, long epoch) throws Exception {
    return worker
        .await(
            "far enough to be measured",
            report ->
                report.getProgress().getEpoch() == epoch
                    && report.getProgress().getCountedSafePoints() >= MANY)
        .getProgress();
  }

  private static long nanosOfPauses(Progress said) {
    return TimeUnit.MILLISECONDS.toNanos(Uneven.PAUSE_MILLIS) * said.getCountedSafePoints();
  }

  @Test
  void aSlowWorkerIsToldFromOneThatWaitsForIt() throws Exception {
    final Map<String, String> endless = Map.of("iterations", "1000000");
    try (TestJob job = new TestJob(folder, Uneven.class, endless, DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> two = job.start(2);
      final List<WorkerProcess> three = new ArrayList<>(two);
      three.addAll(job.start(1));
      job.begin(two);
      assertTold(job);
      job.change(three);
      assertTold(job);
    }
  }

  private static void assertTold(TestJob job) throws Exception {
    for (final WorkerProcess worker : job.members()) {
      final Progress said = awaitMany(worker, job.layout().getEpoch());
      if (said.getRank() == 0) {
        assertThat(said.getComputingNanos()).isGreaterThanOrEqualTo(nanosOfPauses(said));
        assertThat(said.getWaitingNanos()).isLessThan(said.getComputingNanos());
      } else {
        assertThat(said.getWaitingNanos()).isGreaterThan(said.getComputingNanos());
      }
    }
  }
}
