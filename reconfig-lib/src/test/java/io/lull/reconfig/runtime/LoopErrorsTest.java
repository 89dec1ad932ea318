package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Welcome;
import io.lull.testkit.job.FirstFailure;
import io.lull.testkit.job.TestJob;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes of an author of loops, on real workers. */
@Timeout(180)
final class LoopErrorsTest {
  private static final Welcome CHECKED = Welcome.newBuilder().setChecked(true).build();

  @TempDir Path folder;

  private TestJob job(String mistake) {
    return new TestJob(
        folder, WaywardLoops.class, Map.of("mistake", mistake), DataPlane.getDefaultInstance());
  }

  private String failure(TestJob job) throws Exception {
    job.begin(job.start(2));
    return FirstFailure.of(job.members());
  }

  @Test
  void aVariableThatDiffersBetweenWorkersIsFound() throws Exception {
    try (TestJob job = job("differs")) {
      assertThat(failure(job))
          .contains(
              "a loop over array x uses a variable that is not the same on every worker: what it"
                  + " depends on, such as a time, chance or a file, is found out in once(...)");
    }
  }

  @Test
  void aVariableThatIterationsChangeIsFound() throws Exception {
    try (TestJob job = job("changes")) {
      assertThat(failure(job))
          .contains("a loop over array x changes a variable, or the array or object that it");
    }
  }

  @Test
  void aCheckedRunFindsWhatWouldBeRightWhereBothIndicesLieOnOneWorker() throws Exception {
    try (TestJob job = job("reads").welcome(CHECKED)) {
      assertThat(failure(job))
          .contains(
              "index 8 of array x is read by iteration 7: say readsHalo, readsRow, readsRange,"
                  + " readsListed or readsAll");
    }
  }

  @Test
  void aProgramWithoutMistakesRunsToItsEnd() throws Exception {
    try (TestJob job = job("").welcome(CHECKED)) {
      job.begin(job.start(2));
      assertThat(job.awaitCompleted()).containsEntry("done", "1");
    }
  }
}
