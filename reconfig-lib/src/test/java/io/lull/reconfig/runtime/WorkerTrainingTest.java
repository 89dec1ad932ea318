package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class WorkerTrainingTest {
  @TempDir Path folder;

  @Test
  void livesAWholeLifeOfAWorker() throws Exception {
    assertThat(
            WorkerTraining.run(
                WorkerTraining.welcome(Diffusion.class.getName(), folder)
                    .addParameters(Parameter.newBuilder().setName("iterations").setValue("3000"))
                    .build(),
                Duration.ZERO))
        .isNotEmpty();
    assertThat(folder.resolve("pieces/g1-r0.piece")).isNotEmptyFile();
  }

  @Test
  void aProgramThatCannotRunIsSaid() {
    assertThatThrownBy(() ->
            WorkerTraining.run(
                WorkerTraining.welcome("no.such.Program", folder).build(), Duration.ZERO))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no.such.Program");
  }
}
