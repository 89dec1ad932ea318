package io.lull.apps.mg;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark verifies on any number of workers, and when that number changes on the way. */
@Timeout(180)
final class MgOnWorkersTest {
  private static final List<String> FLAGS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "--add-modules=jdk.incubator.vector",
          WorkerProcess.UNREHEARSED);

  @TempDir Path folder;

  /** A small problem is over before it pays to compile well. */
  private static List<String> flags(String problem) {
    final List<String> flags = new ArrayList<>(FLAGS);
    if (problem.equals("S")) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    return flags;
  }

  /**
   * @param sizes how many workers there are at first, then, and so on
   */
  @ParameterizedTest
  @CsvSource({"S, 1 2 1", "S, 5 3 2", "S, 8 7"})
  void verifiesThoughItsWorkersChange(String problem, String sizes) throws Exception {
    verifies(problem, sizes);
  }

  @Tag("nightly")
  @Test
  void verifiesALargerProblem() throws Exception {
    verifies("W", "3 5 8");
  }

  /** The same on yet other numbers, at the size that takes half a minute. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"W, 1 2 3", "W, 8 5"})
  void verifiesOnOtherNumbersToo(String problem, String sizes) throws Exception {
    verifies(problem, sizes);
  }

  private void verifies(String problem, String sizes) throws Exception {
    final int[] counts = Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
    // Long enough between its four iterations for the changes to come in the middle.
    final Map<String, String> parameters =
        Map.of("class", problem, "pace", counts.length > 2 ? "750ms" : "300ms");
    try (TestJob job =
        new TestJob(folder, Mg.class, parameters, DataPlane.getDefaultInstance(), flags(problem))) {
      final List<WorkerProcess> first = job.start(counts[0]);
      int more = 0;
      for (int i = 1; i < counts.length; i++) {
        more += Math.max(0, counts[i] - counts[i - 1]);
      }
      final Deque<WorkerProcess> joining = new ArrayDeque<>(job.start(more));
      job.begin(first);
      for (int i = 1; i < counts.length; i++) {
        final List<WorkerProcess> next = new ArrayList<>(job.members());
        while (next.size() > counts[i]) {
          next.removeFirst();
        }
        while (next.size() < counts[i]) {
          next.add(joining.removeFirst());
        }
        job.change(next);
        assertThat(job.members()).hasSize(counts[i]);
      }
      final Map<String, String> values = job.awaitCompleted();
      assertThat(values).containsEntry("verified", "1");
      final String norm = problem.equals("S") ? MgTest.S_NORM : MgTest.W_NORM;
      assertThat(Double.parseDouble(values.get("norm")))
          .isCloseTo(Double.parseDouble(norm), MgTest.TOLERANCE);
    }
  }
}
