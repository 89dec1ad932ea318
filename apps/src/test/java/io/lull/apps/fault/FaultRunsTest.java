package io.lull.apps.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.lull.apps.OneLoop;
import io.lull.apps.SoloRun;
import io.lull.apps.TwoLevels;
import io.lull.apps.UnevenLoops;
import io.lull.apps.anneal.Anneal;
import io.lull.apps.barnes.Barnes;
import io.lull.apps.fft.Fft;
import io.lull.apps.fft.NpbFt;
import io.lull.apps.heat.Heat;
import io.lull.apps.jacobi.Jacobi;
import io.lull.apps.jacobi.JacobiLoops;
import io.lull.apps.lu.Lu;
import io.lull.apps.mg.Mg;
import io.lull.apps.mgs.Mgs;
import io.lull.apps.nbf.Nbf;
import io.lull.apps.npb.NpbCg;
import io.lull.apps.water.Water;
import io.lull.testkit.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to machines and disks, a job ends with the very bits of one machine alone. So
 * many random sequences of each program as {@code -Dlull.fault.runs} says, one where nothing is
 * said.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
final class FaultRunsTest {
  private static final int RUNS = Integer.getInteger("lull.fault.runs", 1);
  private static final int EVENTS = 10;

  /** Ten events, of which each may wait for a deadline of half a minute. */
  private static final Duration LONGEST_RUN = Duration.ofMinutes(6);

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;

  private void assertSurvives(Class<?> program, Map<String, String> parameters) throws Exception {
    final Path reference = folder.resolve("alone");
    final Map<String, String> alone = new HashMap<>(parameters);
    alone.remove("pace");
    final Map<String, String> expected = SoloRun.of(program, alone, reference);
    for (int i = 0; i < RUNS; i++) {
      final Seed round = seed.round(i);
      final Path own = Files.createDirectory(folder.resolve("run-" + i));
      try (FaultRun run = new FaultRun(own, program, parameters, round.random())) {
        try {
          final Map<String, String> results =
              assertTimeoutPreemptively(LONGEST_RUN, () -> run.play(EVENTS));
          assertThat(results).as("%s: %s", round, run.story()).isEqualTo(expected);
          try (Stream<Path> files = Files.list(reference)) {
            for (final Path file : files.toList()) {
              assertThat(run.outputs().resolve(file.getFileName()))
                  .as("%s: %s", round, run.story())
                  .hasSameBinaryContentAs(file);
            }
          }
          System.out.printf("%s: %s: right; %s%n", program.getSimpleName(), round, run.story());
        } catch (Exception | AssertionError e) {
          throw new AssertionError(round + ": " + run.story() + run.account(), e);
        }
      }
    }
  }

  @Test
  void jacobiEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Jacobi.class, Map.of("size", "90", "iterations", "120", "pace", "15ms"));
  }

  @Test
  @Tag("nightly")
  void heatEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Heat.class, Map.of("size", "24", "iterations", "120", "pace", "15ms"));
  }

  @Test
  void mgEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Mg.class, Map.of("class", "S", "pace", "500ms"));
  }

  @Test
  @Tag("nightly")
  void luEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Lu.class, Map.of("size", "90", "block", "3", "pace", "60ms"));
  }

  @Test
  void mgsEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Mgs.class, Map.of("rows", "60", "pace", "30ms"));
  }

  @Test
  @Tag("nightly")
  void nbfEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Nbf.class, Map.of("molecules", "150", "steps", "60", "pace", "30ms"));
  }

  @Test
  void cgByTasksEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(NpbCg.class, Map.of("class", "S", "tasks", "8", "pace", "120ms"));
  }

  @Test
  @Tag("long")
  void ftByTasksEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(NpbFt.class, Map.of("class", "S", "tasks", "8", "pace", "300ms"));
  }

  @Test
  @Tag("long")
  void annealingEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Anneal.class, Map.of("points", "12", "chains", "6", "pace", "80ms"));
  }

  @Test
  @Tag("long")
  void jacobiByLoopsEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(JacobiLoops.class, Map.of("size", "90", "iterations", "120", "pace", "15ms"));
  }

  @Test
  @Tag("long")
  void fftEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(
        Fft.class, Map.of("nx", "16", "ny", "8", "nz", "16", "iterations", "60", "pace", "30ms"));
  }

  @Test
  @Tag("long")
  void barnesEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Barnes.class, Map.of("bodies", "120", "steps", "60", "pace", "30ms"));
  }

  @Test
  @Tag("long")
  void waterEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(Water.class, Map.of("molecules", "64", "steps", "60", "pace", "30ms"));
  }

  @Test
  @Tag("long")
  void oneLongLoopEndsWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(OneLoop.class, Map.of("count", "250", "pace", "40ms"));
  }

  @Test
  @Tag("long")
  void lentIterationsEndWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(UnevenLoops.class, Map.of("rounds", "24", "schedule", "guided", "pace", "20ms"));
  }

  @Test
  @Tag("long")
  void rangesAndRecordsEndWithTheBitsOfOneMachine() throws Exception {
    assertSurvives(TwoLevels.class, Map.of("rounds", "15", "pace", "20ms"));
  }
}
