package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the distribution makes of itself once after a build, so that programs start fast. */
@Tag("system")
class RehearsalTest {
  @ParameterizedTest
  @ValueSource(strings = {"client.jsa", "agent.jsa", "coordinator.jsa", "worker.jsa"})
  void leavesWhatEachProgramStartsFrom(String file) {
    final Path archive = Lull.root().resolve("cli/target/dist").resolve(file);
    assertThat(archive).isNotEmptyFile();
  }
}
