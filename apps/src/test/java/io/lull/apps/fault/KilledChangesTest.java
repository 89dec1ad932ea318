package io.lull.apps.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.lull.apps.SoloRun;
import io.lull.apps.jacobi.Jacobi;
import io.lull.testkit.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever is killed in whichever phase of a change by whichever method, the job ends with the very
 * bits of one machine alone. So many random cases as {@code -Dlull.killed.changes} says, a few
 * where nothing is said; 1000 are all.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
final class KilledChangesTest {
  private static final int CASES = Integer.getInteger("lull.killed.changes", 3);
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Map<String, String> PARAMETERS =
      Map.of("size", "90", "iterations", "150", "pace", "15ms");

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;

  @Test
  void jacobiEndsWithTheBitsOfOneMachine() throws Exception {
    final Path reference = folder.resolve("alone");
    final Map<String, String> alone = new HashMap<>(PARAMETERS);
    alone.remove("pace");
    final Map<String, String> expected = SoloRun.of(Jacobi.class, alone, reference);
    final List<KilledChange.Case> all = new ArrayList<>(KilledChange.Case.all());
    Collections.shuffle(all, new Random(seed.random().nextLong()));
    for (final KilledChange.Case one : all.subList(0, Math.min(CASES, all.size()))) {
      final Path own = Files.createTempDirectory(folder, "run");
      try (KilledChange run = new KilledChange(one, own, Jacobi.class, PARAMETERS)) {
        try {
          assertThat(assertTimeoutPreemptively(LONGEST, run::play)).isEqualTo(expected);
          assertThat(run.outputs().resolve("solution.f64"))
              .hasSameBinaryContentAs(reference.resolve("solution.f64"));
          System.out.println("right: " + one);
        } catch (Exception | AssertionError e) {
          throw new AssertionError(seed + ": " + run.account(), e);
        }
      }
    }
  }
}
