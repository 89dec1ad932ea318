package io.lull.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnControlGroupsTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path mounts;

  private Path groupOf(long agent) throws IOException {
    return Files.createDirectories(mounts.resolve("unified/lull-agent-4026531836-" + agent + "-7"));
  }

  private static RunningProgram program() {
    return RunningProgram.named("sleep").command(List.of("sleep", "1000")).start();
  }

  @Test
  void theGroupOfAnAgentThatThisTestStartedIsLeftOnceTheAgentHasEnded() throws IOException {
    try (OwnControlGroups groups =
            new OwnControlGroups(
                mounts, process -> Processes.isDescendant(process, ProcessHandle.current().pid()));
        RunningProgram agent = program()) {
      final Path group = groupOf(agent.pid());
      groups.note();
      assertThat(groups.left()).as("its agent lives").isEmpty();

      agent.kill();
      agent.awaitExit(SOON);
      assertThat(groups.left()).containsExactly(group);

      Files.delete(group);
      assertThat(groups.left()).isEmpty();
    }
  }

  @Test
  void theGroupOfAnAgentThatAnotherTestKilledIsNotThisOnes() throws IOException {
    try (OwnControlGroups groups = new OwnControlGroups(mounts, _ -> false);
        RunningProgram agent = program()) {
      groupOf(agent.pid());
      groups.note();

      agent.kill();
      agent.awaitExit(SOON);
      assertThat(groups.left()).isEmpty();
    }
  }

  @Test
  void theGroupOfAnAgentInThisProcessIsLeftAsLongAsItExists() throws IOException {
    try (OwnControlGroups groups = new OwnControlGroups(mounts, _ -> false)) {
      final Path group = groupOf(ProcessHandle.current().pid());
      assertThat(groups.left()).containsExactly(group);
    }
  }
}
