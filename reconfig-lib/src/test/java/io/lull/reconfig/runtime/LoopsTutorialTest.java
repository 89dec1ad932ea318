package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the tutorial on loops computes what its sequential beginning does. */
@Timeout(180)
final class LoopsTutorialTest {
  private static final int SIZE = 40;
  private static final double TOLERANCE = 1e-9;
  private static final Map<String, String> PARAMETERS =
      Map.of("size", "" + SIZE, "tolerance", "" + TOLERANCE);

  @TempDir private Path folder;

  private Class<?> listing(String name, int number) throws Exception {
    final TutorialListings tutorial = TutorialListings.of("tutorial-loops.md");
    assertThat(tutorial.sources()).hasSize(2);
    return TutorialListings.compiled(folder, name, tutorial.sources().get(number));
  }

  private String sequential() throws Exception {
    return String.valueOf(
        listing("PlateAlone", 0)
            .getMethod("run", int.class, double.class)
            .invoke(null, SIZE, TOLERANCE));
  }

  @Test
  void oneWorkerHasTheBitsOfTheSequentialProgram() throws Exception {
    final ForkJoinProgram plate =
        (ForkJoinProgram) listing("Plate", 1).getConstructor().newInstance();
    assertThat(Standalone.run(plate, PARAMETERS, List.of(), folder.resolve("alone")))
        .containsExactly(Map.entry("middle", sequential()));
  }

  @Test
  void workersThatComeAndGoHaveThem() throws Exception {
    try (TestJob job = new TestJob(folder, listing("Plate", 1), PARAMETERS, JobCertificate.NONE)) {
      final List<WorkerProcess> first = job.start(3);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      job.change(List.of(first.get(1), first.get(2), joiner));
      job.change(List.of(joiner, first.get(2)));
      assertThat(job.awaitCompleted()).containsExactly(Map.entry("middle", sequential()));
    }
  }
}
