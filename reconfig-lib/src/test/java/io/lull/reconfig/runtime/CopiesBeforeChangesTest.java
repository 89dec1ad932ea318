package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.MeasuredChange;
import io.lull.testkit.job.MoveMethod;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real workers, one of which joins with data that was copied to it while the others computed. */
@Timeout(180)
final class CopiesBeforeChangesTest {
  @TempDir Path folder;

  /**
   * Another worker takes the place of the second of two.
   *
   * @param storm the ground changes each time after so many iterations
   * @return what that cost; the ground of a worker has some 390,000 bytes, its water 10,000
   */
  private MeasuredChange migrateOverTides(MoveMethod method, int storm) throws Exception {
    final Path gate = folder.resolve("gate");
    final Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("iterations", "120");
    parameters.put("pause", "50");
    parameters.put("gate", gate.toString());
    parameters.put("storm", String.valueOf(storm));
    try (TestJob job = new TestJob(folder, Tides.class, parameters, JobCertificate.dataPlane())) {
      final WorkerProcess stays = job.start(1).getFirst();
      final WorkerProcess leaves = job.start(1).getFirst();
      final WorkerProcess joins = job.start(1).getFirst();
      job.begin(List.of(stays, leaves));
      stays.await(
          "20 safe points",
          report -> report.hasProgress() && report.getProgress().getSafePoint() >= 20);
      job.moveBy(method);
      job.change(List.of(stays, joins));
      Files.createFile(gate);
      final Map<String, String> values = job.awaitCompleted();
      parameters.put("pause", "0");
      final Path alone = folder.resolve("alone");
      assertThat(values).isEqualTo(Standalone.run(new Tides(), parameters, List.of(), alone));
      for (final String file : List.of("ground.bin", "water.bin")) {
        assertThat(stays.folder().resolve("outputs").resolve(file))
            .hasSameBinaryContentAs(alone.resolve(file));
      }
      return job.cost();
    }
  }

  @Test
  void whatIsSeldomWrittenIsCopiedBeforeAWorkerJoins() throws Exception {
    final MeasuredChange cost = migrateOverTides(MoveMethod.SELDOM_WRITTEN_BEFORE, 1_000_000);
    assertThat(cost.copiedBytes()).isBetween(380_000L, 420_000L);
    assertThat(cost.sentBytes()).isBetween(1L, 50_000L);
  }

  @Test
  void whatIsWrittenAllTheTimeGoesAgainThoughItWasCopied() throws Exception {
    final MeasuredChange cost = migrateOverTides(MoveMethod.EVERYTHING_BEFORE, 1);
    assertThat(cost.copiedBytes()).isGreaterThan(380_000);
    assertThat(cost.sentBytes()).isGreaterThan(380_000);
  }
}
