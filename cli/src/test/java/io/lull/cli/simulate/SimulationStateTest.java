package io.lull.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.exit.CommandFailure;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.sharing.JobChanges;
import io.lull.simulator.sharing.SavedRun;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationStateTest {
  private static final SavedRun.Work WORK = new SavedRun.Work(1.5, 2.25, 0);
  private static final SavedRun SAVED =
      new SavedRun(
          7_000,
          Long.MAX_VALUE,
          1,
          List.of(
              new SavedRun.Job(
                  1,
                  List.of(3, 1),
                  2,
                  0.1 + 0.2,
                  7_000,
                  5,
                  6,
                  5,
                  -1,
                  new JobChanges(1, 2, 3, 4, 5),
                  WORK,
                  WORK)),
          1e300,
          3.3,
          Map.of(1, 44L));

  private static final PolicyFindings FINDINGS =
      new PolicyFindings(
          Contender.EASY,
          9,
          1,
          1.1,
          2.2,
          new PolicyFindings.Slowdown(1, 2, 3, 4, 5, 6),
          0.5,
          new PolicyFindings.NodeSeconds(1, 2, 3, 4, 5, 6),
          new JobChanges(1, 2, 3, 4, 5));

  @TempDir private Path folder = Path.of("");
  private final VirtualClock clock = new VirtualClock();

  private ComparisonRequest request(long seed) {
    return new ComparisonRequest(
        folder,
        List.of(),
        "w",
        "live,easy",
        10,
        7,
        "paper:1s",
        "perfect",
        Duration.ZERO,
        Level.FAST,
        seed);
  }

  private SimulationState open(long seed) {
    final SimulationState state = new SimulationState("--state", folder.resolve("state"), clock);
    state.open(List.of(), request(seed));
    return state;
  }

  @Test
  void whatWasDoneIsReadAgainAsItWas() {
    final SimulationState state = open(1);
    assertThat(state.saved(Contender.LIVE)).isEmpty();
    state.passed(Contender.LIVE, () -> SAVED);
    assertThat(folder.resolve("state")).as("once a minute").doesNotExist();
    clock.advance(Duration.ofMinutes(1));
    state.passed(Contender.LIVE, () -> SAVED);
    state.done(FINDINGS);
    final SimulationState again = open(1);
    assertThat(again.saved(Contender.LIVE)).contains(SAVED);
    assertThat(again.finished(Contender.EASY)).contains(FINDINGS);
    assertThat(again.finished(Contender.LIVE)).isEmpty();
    again.delete();
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void whatIsOfAnotherSimulationIsNotContinued() throws IOException {
    open(1).done(FINDINGS);
    assertThatThrownBy(() -> open(2))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("is of a simulation of other files or options");
    Files.writeString(folder.resolve("state"), "half a sen");
    assertThatThrownBy(() -> open(1))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("is no simulation that was stopped");
  }
}
