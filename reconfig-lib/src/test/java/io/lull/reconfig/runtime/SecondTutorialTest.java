package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.GridProgram;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the second tutorial is what it says, on one worker and on several. */
@Timeout(180)
final class SecondTutorialTest {
  private static final Map<String, String> PARAMETERS = Map.of("size", "48", "iterations", "400");
  private static final String PICTURE = "spots.pgm";

  @TempDir private Path folder;

  private Class<?> program() throws Exception {
    final TutorialListings tutorial = TutorialListings.of("tutorial-two-fields.md");
    return TutorialListings.compiled(folder, "Spots", tutorial.sources().getFirst());
  }

  private Map<String, String> alone(Class<?> program, Path outputs) throws Exception {
    return Standalone.run(
        (GridProgram) program.getConstructor().newInstance(), PARAMETERS, List.of(), outputs);
  }

  @Test
  void spotsGrow() throws Exception {
    final Path outputs = folder.resolve("alone");
    final Map<String, String> values = alone(program(), outputs);
    final double cells = 48 * 48;
    assertThat(Double.parseDouble(values.get("u"))).isBetween(0.5 * cells, cells);
    assertThat(Double.parseDouble(values.get("v"))).isPositive();
    assertThat(Double.parseDouble(values.get("greatest"))).isBetween(0.1, 1.0);
    final byte[] picture = Files.readAllBytes(outputs.resolve(PICTURE));
    assertThat(picture)
        .startsWith("P5 48 48 255\n".getBytes(StandardCharsets.US_ASCII))
        .hasSize(13 + 48 * 48);
    assertThat(picture).contains((byte) 255);
  }

  @Test
  void thePictureIsTheSameOnWorkersThatComeAndGo() throws Exception {
    final Class<?> program = program();
    final Path outputs = folder.resolve("alone");
    alone(program, outputs);
    try (TestJob job = new TestJob(folder, program, PARAMETERS, JobCertificate.NONE)) {
      final List<WorkerProcess> first = job.start(2);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      job.change(List.of(first.getFirst(), joiner));
      job.awaitCompleted();
      assertThat(job.members().getFirst().folder().resolve("outputs").resolve(PICTURE))
          .hasSameBinaryContentAs(outputs.resolve(PICTURE));
    }
  }
}
