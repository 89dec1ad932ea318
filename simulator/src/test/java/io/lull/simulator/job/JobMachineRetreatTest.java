package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.WorkerReport;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Owners who cannot wait for the next safe point, since it is far. */
class JobMachineRetreatTest {

  /** It computes, its safe points are kept, and nobody comes to the next one that is agreed on. */
  private static OneJobGrid slow(int nodes, String... away) {
    final OneJobGrid grid = keeping(nodes, away);
    grid.slow = true;
    return grid;
  }

  private static OneJobGrid keeping(int nodes, String... away) {
    final OneJobGrid grid = new OneJobGrid(nodes, OneJobGrid.spec(1, nodes), 200);
    grid.far = true;
    for (final String name : away) {
      grid.node(name).willing = false;
    }
    grid.start();
    grid.run("kept", () -> grid.job.generations().rhythm().count() > 0);
    return grid;
  }

  private static Optional<Attempt> attempt(OneJobGrid grid) {
    return grid.job.phase() instanceof Phase.Changing changing
        ? Optional.ofNullable(changing.attempt())
        : Optional.empty();
  }

  private static Attempt await(OneJobGrid grid, String what, Predicate<Attempt> wanted) {
    grid.run(what, () -> attempt(grid).filter(wanted).isPresent());
    return attempt(grid).orElseThrow();
  }

  private static void finishesWithoutRecovery(OneJobGrid grid) {
    grid.slow = false;
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  private static void say(OneJobGrid grid, String node, WorkerReport.Builder report) {
    grid.give(
        new JobEvent.Said(
            node,
            grid.node(node).workers.keySet().iterator().next(),
            report.build(),
            FreeShare.WHOLE));
  }

  private static void missing(OneJobGrid grid, String node, long safePoint) {
    say(
        grid,
        node,
        WorkerReport.newBuilder()
            .setPrepared(
                Prepared.newBuilder()
                    .setEpoch(attempt(grid).orElseThrow().epoch())
                    .setSafePoint(safePoint)
                    .setMissing("it cannot be")));
  }

  @Test
  void goesBackASafePointForAnOwnerWhoCannotWaitForTheNext() {
    final OneJobGrid grid = slow(3);
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    final long next = await(grid, "asked for the next", _ -> true).order().getLive().getSafePoint();
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 2);
    assertThat(grid.now).isGreaterThanOrEqualTo(hurryMillis);
    final EventView shrink = grid.event("shrink");
    assertThat(shrink.getCause()).isEqualTo("owner");
    assertThat(shrink.getSafePoint()).isEqualTo(next - 1);
    assertThat(shrink.getOutcome()).contains("from the previous safe point");
    grid.run("left", () -> grid.node("n3").workers.isEmpty());
    finishesWithoutRecovery(grid);
  }

  @Test
  void waitsForTheNextSafePointWhereNoneIsKept() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 400);
    grid.start();
    grid.run("kept", () -> grid.job.generations().rhythm().count() > 0);
    grid.slow = true;
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    final long epoch = await(grid, "asked for the next", _ -> true).epoch();
    grid.run("well over the time", () -> grid.now > hurryMillis + 5_000);
    assertThat(attempt(grid).orElseThrow().epoch()).isEqualTo(epoch);
  }

  @Test
  void whatMovesAlreadyIsNotGivenUp() {
    final OneJobGrid grid = keeping(3);
    grid.nodes().forEach(node -> node.movesStuck = true);
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    final long epoch = await(grid, "under way", _ -> true).epoch();
    say(
        grid,
        "n1",
        WorkerReport.newBuilder()
            .setProgress(
                Progress.newBuilder().setMovingEpoch(epoch).setMovedBytes(10).setMovingBytes(100)));
    grid.run("well over the time", () -> grid.now > hurryMillis + 5_000);
    assertThat(attempt(grid).orElseThrow().epoch()).isEqualTo(epoch);
  }

  @Test
  void whoHasComeToTheSafePointDoesNotGoBack() {
    final OneJobGrid grid = keeping(3);
    grid.nodes().forEach(node -> node.movesStuck = true);
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    final Attempt attempt = await(grid, "under way", _ -> true);
    say(
        grid,
        "n1",
        WorkerReport.newBuilder()
            .setProgress(
                Progress.newBuilder()
                    .setEpoch(grid.job.progress().epoch())
                    .setSafePoint(attempt.order().getLive().getSafePoint())));
    grid.run("well over the time", () -> grid.now > hurryMillis + 5_000);
    assertThat(attempt(grid).orElseThrow().epoch()).isEqualTo(attempt.epoch());
  }

  @Test
  void theChangeIsMadeFromThereWhenAllHaveComeToTheNextMeanwhile() {
    final OneJobGrid grid = keeping(3);
    grid.nodes().forEach(node -> node.movesStuck = true);
    grid.ownerReturns("n3");
    final long next = await(grid, "under way", _ -> true).order().getLive().getSafePoint();
    // What they said is lost, and that they had come there was not said.
    grid.nodes().forEach(node -> node.movesStuck = false);
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 2);
    assertThat(grid.event("shrink").getSafePoint()).isEqualTo(next);
    assertThat(grid.event("shrink").getOutcome()).isEqualTo("done");
    finishesWithoutRecovery(grid);
  }

  @Test
  void membersThatStandAtDifferentSafePointsRecover() {
    final OneJobGrid grid = slow(3);
    grid.node("n1").movesStuck = true;
    grid.node("n2").movesStuck = true;
    grid.node("n3").movesStuck = true;
    grid.ownerReturns("n3");
    final Attempt back = await(grid, "goes back", Attempt::goesBack);
    final long kept = back.order().getLive().getSafePoint();
    missing(grid, "n2", kept + 1);
    assertThat(attempt(grid).orElseThrow().order().getLive().getSafePoint()).isEqualTo(kept + 1);
    missing(grid, "n1", kept);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Forming.class);
  }

  @Test
  void anotherChangeThatWaitsForItsSafePointGivesWay() {
    final OneJobGrid grid = slow(4, "n4");
    grid.ownerLeaves("n4");
    final Attempt growing = await(grid, "grows", _ -> true);
    assertThat(growing.order().getMembersCount()).isEqualTo(4);
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    grid.run("migrated", () -> !grid.job.memberNodes().contains("n3"));
    assertThat(grid.now).isBetween(hurryMillis, hurryMillis + 2 * OneJobGrid.TICK_MILLIS);
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n4");
    assertThat(grid.event("migrate").getSafePoint())
        .isEqualTo(growing.order().getLive().getSafePoint() - 1);
    finishesWithoutRecovery(grid);
  }

  @Test
  void aCheckpointThatWaitsForItsSafePointGivesWay() {
    final OneJobGrid grid = slow(3);
    grid.run("waits for its safe point", () -> grid.job.generations().pending() != null);
    final long number = grid.job.progress().numbers().generation();
    grid.ownerReturns("n3");
    final long hurryMillis = grid.node("n3").hurryMillis;
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n3"));
    assertThat(grid.now).isBetween(hurryMillis, hurryMillis + 1_000);
    assertThat(grid.event("shrink").getOutcome()).contains("from the previous safe point");
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("an owner could not wait for the safe point");
    grid.slow = false;
    grid.run("the next one", () -> grid.job.generations().committed().getLast().number() > number);
    for (final NodeModel node : grid.nodes()) {
      assertThat(node.pieces).noneMatch(piece -> PieceDisk.generation(piece) == number);
    }
    finishesWithoutRecovery(grid);
  }

  @Test
  void aCheckpointThatIsBeingTakenIsWaitedFor() {
    final OneJobGrid grid = slow(3);
    grid.run("waits for its safe point", () -> grid.job.generations().pending() != null);
    final long number = grid.job.progress().numbers().generation();
    grid.slow = false;
    grid.ownerReturns("n3");
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n3"));
    assertThat(grid.job.generations().committed().getLast().number()).isEqualTo(number);
    assertThat(grid.event("shrink").getOutcome()).isEqualTo("done");
    finishesWithoutRecovery(grid);
  }

  @Test
  void isOrderedAnewWithoutANewcomerWhoseOwnerReturns() {
    final OneJobGrid grid = slow(4, "n4");
    grid.ownerLeaves("n4");
    await(grid, "grows", _ -> true);
    grid.node("n1").movesStuck = true;
    grid.ownerReturns("n3");
    final Attempt back = await(grid, "goes back", Attempt::goesBack);
    grid.node("n1").movesStuck = false;
    grid.ownerReturns("n4");
    final Attempt anew = attempt(grid).orElseThrow();
    assertThat(anew.goesBack()).isTrue();
    assertThat(anew.epoch()).isGreaterThan(back.epoch());
    grid.run("shrunk", () -> grid.job.memberNodes().equals(Set.of("n1", "n2")));
    assertThat(grid.event("shrink").getSafePoint())
        .isEqualTo(back.order().getLive().getSafePoint());
    finishesWithoutRecovery(grid);
  }

  @Test
  void isOrderedAnewAsItWasWhenNoChangeIsWantedAnyMore() {
    final OneJobGrid grid = slow(3);
    grid.node("n1").movesStuck = true;
    grid.ownerReturns("n3");
    final Attempt back = await(grid, "goes back", Attempt::goesBack);
    grid.node("n1").movesStuck = false;
    grid.ownerLeaves("n3");
    missing(grid, "n2", back.order().getLive().getSafePoint());
    grid.run("goes on", () -> grid.job.phase() instanceof Phase.Running);
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    assertThat(grid.job.progress().epoch()).isGreaterThan(back.epoch());
    finishesWithoutRecovery(grid);
  }

  @Test
  void isTriedAgainButNotForEver() {
    final OneJobGrid grid = slow(3);
    grid.nodes().forEach(node -> node.movesStuck = true);
    grid.ownerReturns("n3");
    final long kept = await(grid, "goes back", Attempt::goesBack).order().getLive().getSafePoint();
    for (int i = 0; i < Limits.CHANGE_RETRIES; i++) {
      missing(grid, "n2", kept);
      assertThat(attempt(grid)).hasValueSatisfying(again -> assertThat(again.goesBack()).isTrue());
    }
    missing(grid, "n2", kept);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Forming.class);
  }

  @Test
  void isOrderedAnewWhenTheCoordinatorStartsAnew() {
    final OneJobGrid grid = slow(3);
    grid.node("n1").movesStuck = true;
    grid.ownerReturns("n3");
    final Attempt back = await(grid, "goes back", Attempt::goesBack);
    grid.node("n1").movesStuck = false;
    grid.restartCoordinator();
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 2);
    assertThat(grid.event("shrink").getSafePoint())
        .isEqualTo(back.order().getLive().getSafePoint());
    finishesWithoutRecovery(grid);
  }
}
