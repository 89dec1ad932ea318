package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobSpec;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose number of workers is chosen when it begins, and then stays. */
class JobMachineMoldableTest {
  private static final long LONG = 700;

  @Test
  void doesNotGrowWhenMoreBecomesIdle() {
    final OneJobGrid grid = new OneJobGrid(4, moldable(1, 4), LONG);
    grid.node("n4").willing = false;
    grid.start();
    grid.ownerLeaves("n4");
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("grow")).isEmpty();
  }

  @Test
  void movesFromANodeWhoseOwnerReturnsToAnIdleOne() {
    final OneJobGrid grid = new OneJobGrid(4, moldable(2, 3), LONG);
    grid.start();
    grid.ownerReturns("n2");
    grid.run("moved", () -> grid.job.memberNodes().equals(Set.of("n1", "n3", "n4")));
    assertThat(grid.event("migrate").getCause()).isEqualTo("owner");
    grid.finish();
    assertThat(grid.events("suspend")).isEmpty();
  }

  @Test
  void isSuspendedWithItsDataWhenNoneIsIdleAndBeginsAgainWithFewer() {
    final OneJobGrid grid = new OneJobGrid(4, moldable(1, 4), LONG);
    grid.start();
    grid.firstCheckpoint();
    final Set<String> before = new TreeSet<>(grid.job.workers().keySet());
    grid.ownerReturns("n3");
    grid.run("suspended", () -> !grid.events("suspend").isEmpty());
    assertThat(grid.event("suspend").getOutcome()).as("its data is kept").isEqualTo("done");
    grid.run("computes again", () -> grid.job.phase() instanceof Phase.Running);
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n4");
    assertThat(grid.job.workers().keySet())
        .as("a program that counted its workers counts them anew")
        .doesNotContainAnyElementsOf(before);
    assertThat(grid.event("resume").getLostIterations()).isZero();
    grid.ownerLeaves("n3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("shrink")).isEmpty();
    assertThat(grid.events("grow")).isEmpty();
  }

  @Test
  void goesBackToItsCheckpointOnFewerWhenAMachineIsLostAndNoneIsIdle() {
    final OneJobGrid grid = new OneJobGrid(3, moldable(1, 3), LONG);
    grid.start();
    grid.firstCheckpoint();
    grid.loseAtOnce("n3");
    grid.run(
        "computes on two",
        () ->
            grid.job.phase() instanceof Phase.Running
                && grid.job.memberNodes().equals(Set.of("n1", "n2")));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void recoversOnAsManyWhenAMachineIsLostAndAnotherIsIdle() {
    final OneJobGrid grid = new OneJobGrid(4, moldable(1, 3), LONG);
    grid.start();
    grid.firstCheckpoint();
    grid.loseAtOnce("n3");
    grid.run(
        "computes on three",
        () ->
            grid.job.phase() instanceof Phase.Running
                && grid.job.memberNodes().equals(Set.of("n1", "n2", "n4")));
    grid.finish();
    assertThat(grid.events("suspend")).isEmpty();
  }

  @Test
  void keepsItsNumberOverARestartOfTheCoordinator() {
    final OneJobGrid grid = new OneJobGrid(4, moldable(1, 4), LONG);
    grid.node("n4").willing = false;
    grid.start();
    grid.restartCoordinator();
    grid.node("n4").willing = true;
    for (final String node : List.of("n1", "n2", "n3", "n4")) {
      grid.reconnect(node);
    }
    grid.run("computes", () -> grid.job.phase() instanceof Phase.Running);
    grid.firstCheckpoint();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    grid.finish();
    assertThat(grid.events("grow")).isEmpty();
  }

  @Test
  void isNotResizedWhileItRuns() {
    final OneJobGrid grid = new OneJobGrid(2, moldable(1, 4), LONG);
    assertThat(grid.job.refusal(new JobEvent.Resize(3))).isEmpty();
    grid.start();
    assertThat(grid.job.refusal(new JobEvent.Resize(3)))
        .isEqualTo(
            "J1 is moldable: it keeps the 2 workers with which it began; cancel it and submit it"
                + " again for another number");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void neverComputesOnANumberThatChangedUnderIt(long seed) {
    history(seed);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(longs = {5, 6, 7, 8, 9, 10, 11, 12})
  void neverComputesOnANumberThatChangedUnderItInMoreHistories(long seed) {
    history(seed);
  }

  private static void history(long seed) {
    final RandomGenerator random = new Random(seed);
    final OneJobGrid grid = new OneJobGrid(6, moldable(2, 5), LONG);
    grid.expectTrouble();
    for (int round = 0; round < 120 && !grid.job.ended(); round++) {
      final String node = "n" + (1 + random.nextInt(6));
      switch (random.nextInt(6)) {
        case 0, 1 -> grid.ownerReturns(node);
        case 2, 3 -> grid.ownerLeaves(node);
        default -> {}
      }
      for (int tick = random.nextInt(30); tick > 0; tick--) {
        grid.tick();
        assertThat(grid.events("grow").size() + grid.events("shrink").size())
            .as("seed %d, round %d", seed, round)
            .isZero();
      }
    }
    grid.nodes().forEach(node -> grid.ownerLeaves(node.name()));
    grid.finish();
    assertThat(grid.job.state()).as("seed %d", seed).isEqualTo(JobState.FINISHED);
  }

  private static JobSpec moldable(int least, int greatest) {
    return OneJobGrid.spec(least, greatest).toBuilder().setMoldable(true).build();
  }
}
