package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.message.MessageProgram;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the tutorial on messages run, on one worker and on several. */
@Timeout(180)
final class MessagesTutorialTest {
  private static final Map<String, String> ROD =
      Map.of("tasks", "6", "cells", "50", "steps", "3000");

  @TempDir private Path folder;

  private Class<?> listing(String name, int number) throws Exception {
    final TutorialListings tutorial = TutorialListings.of("tutorial-messages.md");
    assertThat(tutorial.sources()).hasSize(2);
    return TutorialListings.compiled(folder, name, tutorial.sources().get(number));
  }

  private Map<String, String> alone(Class<?> program, Map<String, String> parameters)
      throws Exception {
    return Standalone.run(
        (MessageProgram) program.getConstructor().newInstance(),
        parameters,
        List.of(),
        folder.resolve("alone"));
  }

  @Test
  void theRodHasTheSameBitsOnAnyNumberOfTasks() throws Exception {
    final Class<?> rod = listing("Rod", 0);
    assertThat(alone(rod, ROD))
        .isEqualTo(alone(rod, Map.of("tasks", "1", "cells", "300", "steps", "3000")));
  }

  @Test
  void primesAreCounted() throws Exception {
    assertThat(alone(listing("Primes", 1), Map.of("below", "10000")))
        .containsExactly(Map.entry("primes", "1229"));
  }

  @Test
  void workersThatComeAndGoHaveTheSameBits() throws Exception {
    final Class<?> rod = listing("Rod", 0);
    try (TestJob job = new TestJob(folder, rod, ROD, JobCertificate.NONE)) {
      final List<WorkerProcess> first = job.start(2);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      job.change(List.of(first.get(0), first.get(1), joiner));
      job.change(List.of(first.get(1), joiner));
      assertThat(job.awaitCompleted()).isEqualTo(alone(rod, ROD));
    }
  }
}
