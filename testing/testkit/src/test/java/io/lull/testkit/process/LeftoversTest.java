package io.lull.testkit.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {

  @Test
  void aProcessThatBelongsToAWatchedFolderIsFoundAndEnded(@TempDir Path folder) {
    final Leftovers leftovers =
        new Leftovers(Duration.ofMillis(200), new OwnControlGroups(folder, _ -> false));
    // The shell in between ends at once: the orphan is nobody's descendant any more.
    try (RunningProgram shell =
        RunningProgram.named("sh")
            .command(
                List.of("sh", "-c", "setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo started"))
            .in(folder)
            .start()) {
      shell.awaitExit(Duration.ofSeconds(20));
      leftovers.watch(folder);
      assertThatThrownBy(leftovers::check)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("sleep 1000");
      leftovers.check();
    }
  }
}
