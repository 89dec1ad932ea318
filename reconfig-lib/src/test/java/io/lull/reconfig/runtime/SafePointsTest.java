package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.ChangeFailed;
import io.lull.testkit.job.ChangePhase;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real worker processes that change between the steps of an iteration, and that go back to a safe
 * point from the middle of one; each run must end with the bits of one worker alone.
 */
@Timeout(180)
final class SafePointsTest {
  @TempDir Path folder;

  private final Map<String, String> parameters = new LinkedHashMap<>();

  private TestJob job() {
    return new TestJob(folder, Plodding.class, parameters, DataPlane.getDefaultInstance());
  }

  private void assertSameAsAlone(TestJob job) throws Exception {
    final Map<String, String> alone = new LinkedHashMap<>(parameters);
    alone.put("pause", "0");
    alone.remove("slow-from");
    assertThat(job.awaitCompleted())
        .isEqualTo(Standalone.run(new Plodding(), alone, List.of(), folder.resolve("alone")));
  }

  @Test
  void stepsGiveTheSameBitsAsTheirCallsInOnePiece() throws Exception {
    parameters.put("in-steps", "1");
    final Map<String, String> inSteps =
        Standalone.run(new Plodding(), parameters, List.of(), folder.resolve("steps"));
    parameters.put("in-steps", "0");
    assertThat(inSteps)
        .isEqualTo(Standalone.run(new Plodding(), parameters, List.of(), folder.resolve("piece")));
  }

  @Test
  void workersComeAndGoBetweenTheStepsOfAnIteration() throws Exception {
    parameters.put("in-steps", "1");
    parameters.put("iterations", "300");
    parameters.put("pause", "10");
    try (TestJob job = job()) {
      final List<WorkerProcess> first = job.start(2);
      final List<WorkerProcess> more = job.start(2);
      job.begin(first);
      // Steps are most of the safe points: of eight changes in a row some are between two.
      boolean between = false;
      for (int turn = 0; turn < 8; turn++) {
        final List<WorkerProcess> next = new ArrayList<>(job.members());
        if (turn == 2) {
          next.addAll(more);
        } else if (turn == 5) {
          next.removeFirst();
        }
        between |= job.change(next).getSafePoint() % 6 != 0;
      }
      assertThat(between).isTrue();
      assertSameAsAlone(job);
    }
  }

  @Test
  void aGenerationBetweenTwoStepsIsGoneOnFromThere() throws Exception {
    parameters.put("in-steps", "1");
    parameters.put("iterations", "300");
    parameters.put("pause", "10");
    try (TestJob job = job()) {
      job.begin(job.start(3));
      long safePoint = 0;
      long generation = 0;
      do {
        safePoint = job.checkpoint(++generation, false);
      } while (safePoint % 6 == 0);
      final Layout kept = job.layout();
      final List<WorkerProcess> then = job.members();
      KeptPieces.bring(generation, 1, then.get(1), then.get(0));
      job.lose(then.get(1));
      final List<WorkerProcess> next = new ArrayList<>(List.of(then.get(0), then.get(2)));
      next.addAll(job.start(1));
      job.recover(
          next,
          generation,
          safePoint,
          kept,
          Map.of(0, then.get(0), 1, then.get(0), 2, then.get(2)));
      assertSameAsAlone(job);
    }
  }

  @Test
  void anOwnerWhoCannotWaitForTheNextSafePointFindsTheDataAtTheOneBefore() throws Exception {
    final Path gate = folder.resolve("gate");
    parameters.put("iterations", "12");
    parameters.put("slow-from", "5");
    parameters.put("gate", gate.toString());
    try (TestJob job = job()) {
      job.keepSafePoints(true);
      job.begin(job.start(3));
      final WorkerProcess leaver = job.members().get(1);
      leaver.await("among slow cells", r -> r.hasProgress() && r.getProgress().getIteration() == 5);
      final List<WorkerProcess> others = new ArrayList<>(job.members());
      others.remove(leaver);
      final Prepared prepared = job.changeFromTheSafePointBefore(others);
      assertThat(prepared.getSafePoint()).isEqualTo(5);
      assertThat(leaver.log()).contains("epoch broken");
      // The others go on from there, and a machine gained joins them as ever.
      final List<WorkerProcess> more = new ArrayList<>(job.members());
      more.addAll(job.start(1));
      job.change(
          more,
          phase -> {
            if (phase == ChangePhase.AGREED) {
              Files.createFile(gate);
            }
          });
      assertSameAsAlone(job);
    }
  }

  @Test
  void goesBackNoFartherThanWhatIsKept() throws Exception {
    parameters.put("iterations", "2000");
    parameters.put("pause", "5");
    try (TestJob job = job()) {
      job.begin(job.start(2));
      final List<WorkerProcess> fewer = List.of(job.members().getFirst());
      assertThat(assertThrows(ChangeFailed.class, () -> job.changeFromTheSafePointBefore(fewer)))
          .hasMessageContaining("cannot go back");
      // The epoch is over for all: the job is put together anew.
      job.begin(fewer);
      fewer
          .getFirst()
          .await("computing", r -> r.hasProgress() && r.getProgress().getIteration() > 3);
    }
  }

  @Test
  void whereSafePointsAreKeptAllWaitForEachOtherAndChangeAsEver() throws Exception {
    parameters.put("iterations", "300");
    parameters.put("pause", "10");
    parameters.put("in-steps", "1");
    try (TestJob job = job()) {
      final List<WorkerProcess> first = job.start(2);
      final List<WorkerProcess> more = new ArrayList<>(first);
      more.addAll(job.start(1));
      job.begin(first);
      job.keepSafePoints(true);
      job.checkpoint(1, false);
      job.change(more);
      job.checkpoint(2, false);
      job.keepSafePoints(false);
      job.change(first);
      for (final WorkerProcess worker : first) {
        worker.await("computing on", WorkerReport::hasProgress);
      }
      assertSameAsAlone(job);
    }
  }
}
