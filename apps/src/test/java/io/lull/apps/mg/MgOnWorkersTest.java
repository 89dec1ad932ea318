package io.lull.apps.mg;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark verifies on any number of workers, and when that number changes on the way. */
@Timeout(120)
final class MgOnWorkersTest {
  private static final List<String> FLAGS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--add-modules=jdk.incubator.vector");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "S, 1, 2", "S, 2, 1", "S, 3, 2", "S, 5, 3", "S, 8, 7", "W, 1, 2", "W, 2, 3", "W, 3, 5",
    "W, 5, 8", "W, 8, 5"
  })
  void verifiesThoughItsWorkersChange(String name, int first, int then) throws Exception {
    // Long enough between two iterations for the change to come in the middle.
    final Map<String, String> parameters = Map.of("class", name, "pace", "300ms");
    try (TestJob job =
        new TestJob(folder, Mg.class, parameters, DataPlane.getDefaultInstance(), FLAGS)) {
      final List<WorkerProcess> workers = job.start(first);
      final List<WorkerProcess> next =
          new ArrayList<>(workers.subList(Math.max(0, first - then), first));
      next.addAll(job.start(Math.max(0, then - first)));
      job.begin(workers);
      job.change(next);
      assertThat(job.members()).hasSize(then);
      assertThat(job.awaitCompleted()).containsEntry("verified", "1");
    }
  }
}
