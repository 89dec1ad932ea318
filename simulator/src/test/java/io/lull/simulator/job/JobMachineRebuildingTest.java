package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.PieceRebuilt;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Pieces that are rebuilt from parities: by whom, for how long, and how often it is tried. */
class JobMachineRebuildingTest {
  @Test
  void lostPiecesAreRebuiltOnTheMachinesThatTookTheLostOnesPlaces() {
    final OneJobGrid grid = OneJobGrid.coded(6, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    final List<String> members = List.copyOf(grid.job.memberNodes());
    grid.loseAtOnce(members.get(0), members.get(1));
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    final List<String> joined = grid.event("recover").getNodesJoinedList();
    assertThat(joined).hasSize(2);
    for (final String node : joined) {
      assertThat(grid.node(node).pieces).anyMatch(piece -> piece.startsWith(generation + "/"));
    }
  }

  @Test
  void anOwnPieceThatIsGoneIsRebuiltOnAnotherMachine() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").pieces.clear();
    grid.node("n3").kill(grid.node("n3").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getOutcome()).isEqualTo("done; rebuilt from parity: rank 0");
  }

  @Test
  void goesOnRebuildingWhenTheCoordinatorStartsAnew() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    grid.loseAtOnce("n2", "n4");
    grid.run(
        "rebuilding",
        () ->
            grid.job.phase() instanceof Phase.Forming forming
                && (forming.stage() instanceof Phase.Rebuild
                    || forming.stage() instanceof Phase.Staging));
    grid.restartCoordinator();
    grid.reconnect("n1");
    grid.reconnect("n3");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parity: rank 1, rank 3");
  }

  @Test
  void aMachineWithoutRoomForALostPieceLeavesItToAnother() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").diskFull = true;
    grid.loseAtOnce("n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parity: rank 1, rank 3");
    assertThat(grid.node("n3").pieces).hasSize(3);
  }

  @Test
  void holdersThatCannotReachEachOtherForAWhileAreTriedAgainAfterPauses() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").apart = true;
    grid.loseAtOnce("n2", "n4");
    final long since = grid.now;
    grid.run(
        "several tries",
        () ->
            grid.job.phase() instanceof Phase.Forming forming
                && forming.rebuilds().failures(generation.number()) == Limits.REBUILD_TRIES + 1);
    assertThat(grid.now - since).isGreaterThan(3 * Limits.BACK_OFF_MILLIS);
    final Phase.Forming forming = (Phase.Forming) grid.job.phase();
    assertThat(forming.spoiled()).isEmpty();
    assertThat(forming.attempts()).isZero();
    grid.node("n1").apart = false;
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
  }

  @Test
  void holdersThatNeverReachEachOtherAreGivenUp() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    grid.node("n1").apart = true;
    grid.loseAtOnce("n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .contains("the pieces of ranks 1, 3 are lost; restarted from the beginning");
    final int tries = Limits.REBUILD_RETRIES + 1;
    assertThat(grid.node("n1").rebuildsAsked + grid.node("n3").rebuildsAsked)
        .isBetween(tries, 2 * tries);
  }

  @Test
  void aRebuildingMayTakeAsLongAsItGetsOn() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    stick(grid, true);
    grid.loseAtOnce("n2", "n4");
    final Phase.Rebuild rebuild = rebuilding(grid);
    final int rank = rebuild.awaited().keySet().iterator().next();
    final String maker = Objects.requireNonNull(rebuild.awaited().get(rank));
    final long until = grid.now + 3 * Limits.CODING_MILLIS;
    while (grid.now < until) {
      tick(grid, Limits.CODING_MILLIS / 2);
      grid.give(new JobEvent.Codes(maker, progress(generation, rank, false)));
      assertThat(rebuilding(grid).awaited()).isEqualTo(rebuild.awaited());
    }
    stick(grid, false);
    tick(grid, Limits.CODING_MILLIS);
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parity: rank 1, rank 3");
  }

  @Test
  void aNodeThatHoldsPiecesIsWaitedForSinceItWasLostHoweverLongOthersWereRebuilt() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    stick(grid, true);
    grid.loseAtOnce("n2", "n4");
    rebuilding(grid);
    tick(grid, Limits.CODING_MILLIS - 1_000);
    stick(grid, false);
    grid.loseAtOnce("n3");
    tick(grid, Limits.HOLDERS_MILLIS - 2 * OneJobGrid.TICK_MILLIS);
    assertThat(grid.events("recover")).isEmpty();
    grid.reconnect("n2");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
  }

  @Test
  void onlyWhoWasAskedIsHeard() {
    final OneJobGrid grid = OneJobGrid.coded(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    stick(grid, true);
    grid.loseAtOnce("n2", "n4");
    final Phase.Rebuild rebuild = rebuilding(grid);
    rebuild
        .awaited()
        .forEach((rank, maker) ->
            grid.give(rebuilt(maker.equals("n1") ? "n3" : "n1", generation.number(), rank)));
    for (final int rank : new int[] {-1, 0, 4}) {
      grid.give(rebuilt("n1", generation.number(), rank));
    }
    assertThat(grid.job.generations().committed().getLast().copies())
        .isEqualTo(generation.copies());
    assertThat(rebuilding(grid).awaited()).isEqualTo(rebuild.awaited());
  }

  @Test
  void paritiesMayTakeAsLongAsTheyGetOn() {
    final OneJobGrid grid = OneJobGrid.coded(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run("parities on n4", () -> !grid.node("n4").parities.isEmpty());
    final var pending = Objects.requireNonNull(grid.job.generations().pending());
    for (int i = 0; i < 6; i++) {
      tick(grid, Limits.CODING_MILLIS / 2);
      grid.give(new JobEvent.Codes("n3", progress(pending.number(), rankOf(grid, "n3"), true)));
      assertThat(grid.events("checkpoint")).isEmpty();
    }
    grid.node("n3").paritiesStuck = false;
    grid.reconnect("n3");
    grid.deliverAll();
    assertThat(grid.job.generations().committed()).hasSize(1);
  }

  private static void stick(OneJobGrid grid, boolean stuck) {
    grid.nodes().forEach(node -> node.rebuildsStuck = stuck);
  }

  private static Phase.Rebuild rebuilding(OneJobGrid grid) {
    grid.run(
        "rebuilding",
        () ->
            grid.job.phase() instanceof Phase.Forming forming
                && forming.stage() instanceof Phase.Rebuild);
    return (Phase.Rebuild) ((Phase.Forming) grid.job.phase()).stage();
  }

  private static void tick(OneJobGrid grid, long millis) {
    for (long passed = 0; passed < millis; passed += OneJobGrid.TICK_MILLIS) {
      grid.tick();
    }
  }

  private static int rankOf(OneJobGrid grid, String node) {
    return WorkingCopy.nodesOf(grid.job.progress().layout()).indexOf(node);
  }

  private static CodingProgress progress(long generation, int rank, boolean parity) {
    return CodingProgress.newBuilder()
        .setGeneration(generation)
        .setRank(rank)
        .setParity(parity)
        .build();
  }

  private static JobEvent rebuilt(String node, long generation, int rank) {
    return new JobEvent.Rebuilt(
        node,
        PieceRebuilt.newBuilder().setGeneration(generation).setRank(rank).setBytes(1000).build());
  }
}
