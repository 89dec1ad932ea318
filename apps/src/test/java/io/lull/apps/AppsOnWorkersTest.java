package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.apps.barnes.Barnes;
import io.lull.apps.cg.Cg;
import io.lull.apps.fft.Fft;
import io.lull.apps.jacobi.JacobiLoops;
import io.lull.apps.linear.Ge;
import io.lull.apps.linear.Qr;
import io.lull.apps.lu.Lu;
import io.lull.apps.mgs.Mgs;
import io.lull.apps.nbf.Nbf;
import io.lull.apps.water.Water;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs come through changes and losses of workers with the bits of one worker. */
@Timeout(180)
final class AppsOnWorkersTest {
  @TempDir Path folder;

  /**
   * A program and a small problem of it.
   *
   * @param output a file of its result; null: it writes none
   * @param pace of an iteration, so that things happen in the middle
   */
  private record Problem(
      Class<?> program, Map<String, String> parameters, @Nullable String output, String pace) {}

  private static Problem problem(String app) {
    return switch (app) {
      case "lu" -> new Problem(Lu.class, Map.of("size", "210", "block", "10"), "lu.f64", "200ms");
      case "ge" -> new Problem(Ge.class, Map.of("size", "150", "block", "8"), "x.f64", "200ms");
      case "qr" -> new Problem(Qr.class, Map.of("size", "90", "block", "8"), "x.f64", "120ms");
      case "cg" -> new Problem(Cg.class, Map.of("size", "40"), "x.f64", "100ms");
      case "mgs" -> new Problem(Mgs.class, Map.of("rows", "30", "columns", "41"), "r.f64", "150ms");
      case "jacobi-loops" ->
          new Problem(
              JacobiLoops.class, Map.of("size", "40", "iterations", "30"), "solution.f64", "150ms");
      case "fft" ->
          new Problem(
              Fft.class,
              Map.of("nx", "8", "ny", "4", "nz", "16", "iterations", "25"),
              null,
              "150ms");
      case "barnes" ->
          new Problem(Barnes.class, Map.of("bodies", "50", "steps", "25"), "bodies.csv", "150ms");
      case "nbf, near" -> nbf("cutoff");
      case "nbf, random" -> nbf("random");
      case "water" ->
          new Problem(
              Water.class, Map.of("molecules", "64", "steps", "20"), "energies.csv", "150ms");
      case "one loop" -> new Problem(OneLoop.class, Map.of("count", "90"), null, "120ms");
      case "three elements" -> odd("3");
      case "97 elements" -> odd("97");
      default -> throw new IllegalArgumentException(app);
    };
  }

  private static Problem odd(String count) {
    return new Problem(OddLoops.class, Map.of("count", count, "rounds", "30"), null, "150ms");
  }

  private static Problem nbf(String partners) {
    return new Problem(
        Nbf.class, Map.of("molecules", "90", "steps", "25", "partners", partners), null, "150ms");
  }

  /** Some of the first leave, others come when the second are lost. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lu",
        "ge",
        "qr",
        "cg",
        "mgs",
        "jacobi-loops",
        "fft",
        "barnes",
        "nbf, random",
        "water",
        "one loop"
      })
  void resultsAreThoseOfOneWorker(String app) throws Exception {
    assertSurvives(problem(app), 3, 2, 1);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "lu, 1, 2, 3",
    "lu, 4, 2, 3",
    "lu, 4, 6, 3",
    "lu, 6, 1, 4",
    "ge, 1, 3, 2",
    "ge, 4, 2, 3",
    "qr, 1, 3, 2",
    "qr, 4, 2, 3",
    "cg, 1, 3, 2",
    "cg, 4, 2, 3",
    "mgs, 1, 3, 2",
    "mgs, 4, 2, 3",
    "mgs, 5, 2, 3",
    "jacobi-loops, 1, 3, 2",
    "jacobi-loops, 4, 2, 3",
    "fft, 1, 3, 2",
    "fft, 4, 2, 3",
    "fft, 6, 1, 5",
    "barnes, 1, 3, 2",
    "barnes, 4, 2, 3",
    "'nbf, near', 1, 3, 2",
    "'nbf, random', 4, 2, 3",
    "'nbf, random', 5, 7, 4",
    "water, 1, 3, 2",
    "water, 4, 2, 3",
    "one loop, 1, 3, 2",
    "one loop, 4, 2, 3",
    "one loop, 2, 3, 1",
    "three elements, 5, 7, 4",
    "97 elements, 4, 7, 3"
  })
  void resultsAreThoseOfOneWorkerOnOtherNumbers(String app, int first, int then, int recovered)
      throws Exception {
    assertSurvives(problem(app), first, then, recovered);
  }

  private void assertSurvives(Problem problem, int first, int then, int recovered)
      throws Exception {
    final Class<?> program = problem.program();
    final @Nullable String output = problem.output();
    final Map<String, String> parameters = new HashMap<>(problem.parameters());
    try (TestJob job = new TestJob(folder, program, parameters, DataPlane.getDefaultInstance())) {
      // Nothing happens any more to the last ones; those before are to have time for it.
      final List<WorkerProcess> fresh = job.start(recovered);
      parameters.put("pace", problem.pace());
      final List<WorkerProcess> workers = job.start(first);
      final List<WorkerProcess> next =
          new ArrayList<>(workers.subList(Math.max(0, first - then), first));
      next.addAll(job.start(Math.max(0, then - first)));
      job.begin(workers);
      final Prepared changed = job.change(next);
      assertThat(changed.getBytesMoved()).isPositive();
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
          .isEqualTo(SoloRun.of(program, problem.parameters(), reference));
      if (output != null) {
        assertThat(job.members().getFirst().folder().resolve("outputs/" + output))
            .hasSameBinaryContentAs(reference.resolve(output));
      }
    }
  }

  /** The first worker leaves, and another one joins: all three have done iterations. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "4"})
  void aLongLoopIsHandedOverInItsMiddle(String dealt) throws Exception {
    final Map<String, String> parameters =
        Map.of("workers", "count", "pace", "60ms", "dealt", dealt);
    try (TestJob job =
        new TestJob(folder, OneLoop.class, parameters, DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> first = job.start(2);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      job.checkpoint(1, false);
      job.change(List.of(first.get(1), joiner));
      assertThat(job.awaitCompleted())
          .containsEntry("workers", "3.0")
          .containsEntry(
              "sum", SoloRun.of(OneLoop.class, Map.of(), folder.resolve("alone")).get("sum"));
    }
  }

  /** Rounds are half a second long, and everybody may have done all of one. */
  @Test
  void anUrgentLeaveInALongLoopLosesARoundAtMostAndNothingThatWasAdded() throws Exception {
    final Path executed = folder.resolve("executed");
    final int count = 90;
    final int roundIterations = 500 / 50;
    final Map<String, String> parameters = Map.of("pace", "50ms", "executed", executed.toString());
    try (TestJob job =
        new TestJob(folder, OneLoop.class, parameters, DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> first = job.start(3);
      job.keepSafePoints(true);
      job.begin(first);
      job.checkpoint(1, false);
      job.changeFromTheSafePointBefore(first.subList(1, 3));
      assertThat(job.awaitCompleted())
          .containsEntry(
              "sum", SoloRun.of(OneLoop.class, Map.of(), folder.resolve("alone")).get("sum"));
    }
    assertThat(Files.size(executed)).isBetween((long) count, count + 3L * roundIterations);
  }
}
