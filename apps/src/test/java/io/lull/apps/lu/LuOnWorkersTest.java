package io.lull.apps.lu;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.reconfig.runtime.Standalone;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is dealt out comes through changes and losses with the bits of one worker. */
@Timeout(180)
final class LuOnWorkersTest {
  private static final Map<String, String> PARAMETERS = Map.of("size", "210", "block", "10");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, 2, 3", "2, 3, 1", "3, 4, 2", "4, 6, 3", "6, 1, 4"})
  void factorsThoughItsWorkersChangeAndAreLost(int first, int then, int recovered)
      throws Exception {
    final Map<String, String> parameters = new HashMap<>(PARAMETERS);
    try (TestJob job = new TestJob(folder, Lu.class, parameters, DataPlane.getDefaultInstance())) {
      // Nothing happens any more to the last ones; those before are to have time for it.
      final List<WorkerProcess> fresh = job.start(recovered);
      parameters.put("pace", "200ms");
      final List<WorkerProcess> workers = job.start(first);
      final List<WorkerProcess> next =
          new ArrayList<>(workers.subList(Math.max(0, first - then), first));
      next.addAll(job.start(Math.max(0, then - first)));
      job.begin(workers);
      final Prepared changed = job.change(next);
      assertThat(changed.getBytesMoved()).isPositive();
      assertThat(changed.getTilesList()).isEmpty();
      final long safePoint = job.checkpoint(1, false);
      final Layout kept = job.layout();
      final Map<Integer, WorkerProcess> holders = new HashMap<>();
      final List<WorkerProcess> lost = job.members();
      for (int rank = 0; rank < lost.size(); rank++) {
        final WorkerProcess holder = fresh.get(rank % recovered);
        KeptPieces.bring(1, rank, lost.get(rank), holder);
        holders.put(rank, holder);
      }
      for (final WorkerProcess worker : lost) {
        job.lose(worker);
      }
      job.recover(fresh, 1, safePoint, kept, holders);
      final Path reference = folder.resolve("alone");
      assertThat(job.awaitCompleted())
          .isEqualTo(Standalone.run(new Lu(), PARAMETERS, List.of(), reference))
          .containsEntry("verified", "1");
      assertThat(job.members().getFirst().folder().resolve("outputs/lu.f64"))
          .hasSameBinaryContentAs(reference.resolve("lu.f64"));
    }
  }
}
