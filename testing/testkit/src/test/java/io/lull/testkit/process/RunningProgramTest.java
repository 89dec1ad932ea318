package io.lull.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RunningProgramTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @Test
  void collectsWhatAProgramPrintsAndItsExitCode() {
    try (RunningProgram program = shell("echo one; echo two >&2; exit 3")) {
      assertThat(program.awaitLine("tw.", SOON)).isEqualTo("two");
      assertThat(program.awaitExit(SOON)).isEqualTo(3);
      assertThat(program.output()).isEqualTo("one");
      assertThat(program.errorLines()).containsExactly("two");
    }
  }

  @Test
  void saysWhatAProgramPrintedWhenTheLineNeverCame() {
    try (RunningProgram program = shell("echo something else")) {
      assertThatThrownBy(() -> program.awaitLine("ready", SOON))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ready")
          .hasMessageContaining("something else");
    }
  }

  @Test
  void failsATestWhoseProgramLoggedAnUnexpectedError() {
    final RunningProgram program = shell("echo 'SEVERE: the store is gone'");
    program.awaitExit(SOON);
    assertThatThrownBy(program::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the store is gone");
  }

  @Test
  void letsAnErrorPassThatTheTestAnnounced() {
    final RunningProgram program =
        RunningProgram.named("sh")
            .command(List.of("sh", "-c", "echo 'ERROR the disk is full'"))
            .expecting("disk is full")
            .start();
    program.awaitExit(SOON);
    program.close();
    assertThat(program.complaints()).isEmpty();
  }

  @Test
  void endsTheDescendantsWithTheProgram() {
    final RunningProgram program = shell("sleep 1000 & echo started; wait");
    program.awaitLine("started", SOON);
    assertThat(program.family()).hasSizeGreaterThan(1);
    program.close();
    assertThat(leftovers.processes()).isEmpty();
  }

  @Test
  void aKilledProgramLeavesWhatItStartedAndLeftoversSeeIt() {
    final RunningProgram program = shell("sleep 1000 & echo started; wait");
    program.awaitLine("started", SOON);
    program.kill();
    assertThat(program.alive()).isFalse();
    program.close();
    assertThat(leftovers.processes()).isEmpty();
  }

  private static RunningProgram shell(String script) {
    return RunningProgram.named("sh").command(List.of("sh", "-c", script)).start();
  }
}
