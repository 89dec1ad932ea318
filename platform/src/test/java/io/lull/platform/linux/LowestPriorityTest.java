package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LowestPriorityTest {
  private static final LowestPriority PRIORITY = LowestPriority.probe();

  private record Ended(int exit, String output) {}

  private static Ended run(long parent) throws IOException, InterruptedException {
    final Process process =
        new ProcessBuilder(PRIORITY.command(parent, List.of(), List.of("/bin/echo", "begun")))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    final String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  @Test
  void aGuestBeginsWhileItsAgentRuns() throws Exception {
    assertThat(run(ProcessHandle.current().pid())).isEqualTo(new Ended(0, "begun\n"));
  }

  @Test
  void aGuestWhoseAgentIsGoneDoesNotBegin() throws Exception {
    final Process gone = new ProcessBuilder("/bin/true").start();
    gone.waitFor();
    assertThat(run(gone.pid())).isEqualTo(new Ended(72, ""));
  }

  @Test
  void deathOfTheAgentIsRequestedBeforeTheAgentIsLookedFor() {
    final List<String> command = PRIORITY.command(1, List.of(), List.of("guest"));
    assertThat(command.getFirst()).endsWith("setpriv");
    assertThat(command.indexOf("--pdeathsig")).isLessThan(command.indexOf("-c"));
  }
}
