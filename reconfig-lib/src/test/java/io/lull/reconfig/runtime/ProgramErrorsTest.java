package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.DataPlane;
import io.lull.reconfig.ProgramError;
import io.lull.testkit.job.FirstFailure;
import io.lull.testkit.job.TestJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An author's mistakes on real workers: whoever finds one first says what is to be done. */
@Timeout(180)
final class ProgramErrorsTest {
  private static final DataPlane PLAIN = DataPlane.getDefaultInstance();
  private static final String SAME_CALLS =
      ": make the same calls in the same order on every worker";

  @TempDir Path folder;

  /** What the first of the workers that fails says. */
  private String failure(int workers, String mistake, int on) throws Exception {
    try (TestJob job =
        new TestJob(
            folder, Wayward.class, Map.of("mistake", mistake, "on", String.valueOf(on)), PLAIN)) {
      job.begin(job.start(workers));
      return FirstFailure.of(job.members());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "ends | the end of the program, after 4 iterations, | an update of grid u in iteration 4",
        "skips | an update of grid v in iteration 3 | an update of grid u in iteration 3",
        "exchanges | an update of grid v in iteration 3 | an update of grid u in iteration 3",
        "adds | max(...) in iteration 3 | an update of grid u in iteration 3",
        "sums | sum(...) in iteration 3 | max(...) in iteration 3"
      })
  void aWorkerThatMakesAnotherCallIsFound(String mistake, String its, String others)
      throws Exception {
    assertThat(failure(2, mistake, 1))
        .isIn(
            "worker of rank 1 is at " + its + " where rank 0 is at " + others + SAME_CALLS,
            "worker of rank 0 is at " + others + " where rank 1 is at " + its + SAME_CALLS);
  }

  @ParameterizedTest
  @CsvSource({"reads, ''", "fills, ', rank 1 by 1 more'"})
  void aWorkerThatCameToACallByOthersIsFound(String mistake, String more) throws Exception {
    final String call = " came to an update of grid u in iteration 3 by other calls";
    assertThat(failure(2, mistake, 1))
        .isIn(
            "workers of ranks 1 and 0" + call + more + SAME_CALLS,
            "workers of ranks 0 and 1" + call + more + SAME_CALLS);
  }

  /** Rank 3 tells only rank 2 of its number, which waits for somebody else; so do all. */
  @Test
  void workersThatWouldWaitForEachOtherForEverAreFound() throws Exception {
    for (int on = 0; on < 4; on++) {
      assertThat(failure(4, "adds", on))
          .contains("max(...) in iteration 3", " is at an update of grid ", SAME_CALLS);
    }
  }

  @Test
  void anotherThreadMayNotUseTheGrids() throws Exception {
    assertThat(failure(2, "thread", 0))
        .isEqualTo(
            "thread aside begins an update of grid u: only the program's own thread, which calls"
                + " iterate, may use grids and workers");
  }

  @Test
  void aKernelMayNotUpdate() throws Exception {
    assertThat(failure(2, "nested", 0))
        .isEqualTo(
            "java.lang.IllegalStateException: a loop is begun inside of another: a kernel reads"
                + " cells and does nothing else");
  }

  @Test
  void aFieldThatChangesAndIsNotDeclaredIsFound() throws Exception {
    assertThat(failure(2, "undeclared", 1))
        .isEqualTo(
            "field lasting of Wayward changes from iteration to iteration but is not declared: hold"
                + " it in a grid or in values, or mark it transient if it may be lost");
  }

  @Test
  void aFieldWhoseContentCannotBeCarriedIsFound() throws Exception {
    assertThatThrownBy(() ->
            Standalone.run(
                new Wayward(), Map.of("mistake", "unseen"), List.of(), folder.resolve("alone")))
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "field lasting of Wayward holds something of type AtomicLong, whose content the library"
                + " can neither see nor carry to another worker: hold it in a grid or a value, or"
                + " mark it transient if each worker may make its own");
  }

  @Test
  void aProgramWithoutMistakesRunsToItsEnd() throws Exception {
    try (TestJob job = new TestJob(folder, Wayward.class, Map.of(), PLAIN)) {
      job.begin(job.start(2));
      assertThat(job.awaitCompleted()).containsKey("sum");
    }
  }
}
