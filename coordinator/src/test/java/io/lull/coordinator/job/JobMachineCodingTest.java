package io.lull.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.PieceRebuilt;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A job whose pieces are coded: any so many of its machines are enough. */
class JobMachineCodingTest {
  private static final long ITERATIONS = 2000;

  private static FakeGrid grid(int nodes, int least, int workers, String code) {
    final JobSpec spec = FakeGrid.spec(least, workers).toBuilder().setCode(code).build();
    return new FakeGrid(nodes, spec, ITERATIONS);
  }

  private static void die(FakeGrid grid, String... names) {
    for (final String name : names) {
      grid.node(name).die();
    }
    for (final String name : names) {
      grid.lose(name);
    }
  }

  @Test
  void everyMachineKeepsItsPieceAndParitiesAndNoCopies() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    assertThat(generation.groups()).containsExactly(new CodeGroup(2, List.of(0, 1, 2, 3)));
    assertThat(generation.copies()).allMatch(nodes -> nodes.size() == 1);
    for (final FakeNode node : grid.nodes()) {
      assertThat(node.pieces).hasSize(1);
      assertThat(node.parities).isEqualTo(node.pieces);
    }
    assertThat(grid.event("checkpoint").getOutcome()).isEqualTo("done");
  }

  @Test
  void aGenerationIsCommittedOnlyWhenEveryMachineHasItsParities() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "three machines with parities",
        () -> grid.nodes().stream().filter(node -> !node.parities.isEmpty()).count() == 3);
    assertThat(grid.job.generations().committed()).isEmpty();
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("not all pieces were in safe keeping in time");
    assertThat(grid.job.generations().committed()).isEmpty();
    grid.node("n3").paritiesStuck = false;
    grid.firstCheckpoint();
  }

  @Test
  void aNodeThatDidNotHearItsOrderGetsItAgain() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run("parities on n4", () -> !grid.node("n4").parities.isEmpty());
    grid.node("n3").paritiesStuck = false;
    grid.reconnect("n3");
    grid.deliverAll();
    assertThat(grid.job.generations().committed()).hasSize(1);
  }

  @Test
  void aFullDiskGivesTheGenerationUpAndSaysWhere() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.node("n2").diskFull = true;
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("the parities on n2 could not be made: the disk is full");
    assertThat(grid.job.generations().committed()).isEmpty();
  }

  @Test
  void twoOfFourMachinesMayDieAtOnce() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    die(grid, "n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getTo()).isEqualTo(2);
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parities: rank 1, rank 3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    for (final String alive : List.of("n1", "n3")) {
      assertThat(grid.node(alive).pieces).isEmpty();
      assertThat(grid.node(alive).parities).isEmpty();
    }
  }

  @Test
  void lostPiecesAreRebuiltOnTheMachinesThatTookTheLostOnesPlaces() {
    final FakeGrid grid = grid(6, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    final List<String> members = List.copyOf(grid.job.memberNodes());
    die(grid, members.get(0), members.get(1));
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    final List<String> joined = grid.event("recover").getNodesJoinedList();
    assertThat(joined).hasSize(2);
    for (final String node : joined) {
      assertThat(grid.node(node).pieces).anyMatch(piece -> piece.startsWith(generation + "/"));
    }
  }

  @Test
  void anOwnPieceThatIsGoneIsRebuiltOnAnotherMachine() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").pieces.clear();
    grid.node("n3").kill(grid.node("n3").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getOutcome()).isEqualTo("done; rebuilt from parities: rank 0");
  }

  @Test
  void tooManyLostMachinesFallBackToTheGenerationBefore() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.run("two checkpoints", () -> grid.job.generations().committed().size() == 2);
    final var before = grid.job.generations().committed().getFirst();
    final long newest = grid.job.generations().committed().getLast().number();
    for (final String name : List.of("n1", "n2", "n3")) {
      grid.node(name).pieces.removeIf(piece -> piece.startsWith(newest + "/"));
    }
    grid.node("n4").kill(grid.node("n4").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(before.safePoint());
  }

  @Test
  void tooManyLostMachinesAreSaidWithTheirRanks() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    die(grid, "n1", "n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo(
            "no checkpoint could be read: of generation "
                + generation
                + " the pieces of ranks 0, 1, 3 are lost; began anew");
  }

  @Test
  void aMachineLostWhileParitiesAreMadeCostsTheGenerationOnly() {
    final FakeGrid grid = grid(5, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var committed = grid.job.generations().committed().getLast();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "the next is being coded",
        () ->
            grid.node("n4").parities.stream()
                .anyMatch(piece -> !piece.startsWith(committed.number() + "/")));
    die(grid, "n3");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(committed.safePoint());
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aWorkerThatEndsWhileParitiesAreMadeDoesNotCostTheGeneration() {
    final FakeGrid grid = grid(5, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var committed = grid.job.generations().committed().getLast();
    grid.node("n3").paritiesStuck = true;
    grid.run(
        "the next is being coded",
        () ->
            grid.node("n4").parities.stream()
                .anyMatch(piece -> !piece.startsWith(committed.number() + "/")));
    grid.deliverAll();
    grid.node("n2").kill(grid.node("n2").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    final var newest = grid.job.generations().committed().getLast();
    assertThat(newest.number()).isGreaterThan(committed.number());
    assertThat(newest.groups()).isEmpty();
    assertThat(grid.job.generations().committed()).contains(committed);
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(newest.safePoint());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo(
            "done, but with one copy only: its parities were not made before a worker was lost");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void paritiesAreOrderedAgainWhenTheCoordinatorStartsAnew() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    grid.node("n3").paritiesStuck = true;
    grid.run("parities on n4", () -> !grid.node("n4").parities.isEmpty());
    grid.deliverAll();
    grid.node("n3").paritiesStuck = false;
    grid.restartCoordinator();
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("works again", () -> !grid.job.relearning());
    grid.deliverAll();
    assertThat(grid.job.generations().committed()).hasSize(1);
  }

  @Test
  void goesOnRebuildingWhenTheCoordinatorStartsAnew() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    die(grid, "n2", "n4");
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
        .isEqualTo("done; rebuilt from parities: rank 1, rank 3");
  }

  @Test
  void aMachineWithoutRoomForALostPieceLeavesItToAnother() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").diskFull = true;
    die(grid, "n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("done; rebuilt from parities: rank 1, rank 3");
    assertThat(grid.node("n3").pieces).hasSize(3);
  }

  @Test
  void holdersThatCannotReachEachOtherForAWhileAreTriedAgainAfterPauses() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    grid.node("n1").apart = true;
    die(grid, "n2", "n4");
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
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    grid.node("n1").apart = true;
    die(grid, "n2", "n4");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .contains("the pieces of ranks 1, 3 are lost; began anew");
    final int tries = Limits.REBUILD_RETRIES + 1;
    assertThat(grid.node("n1").rebuildsAsked + grid.node("n3").rebuildsAsked)
        .isBetween(tries, 2 * tries);
  }

  @Test
  void aRebuildingMayTakeAsLongAsItGetsOn() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final long generation = grid.job.generations().committed().getLast().number();
    stick(grid, true);
    die(grid, "n2", "n4");
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
        .isEqualTo("done; rebuilt from parities: rank 1, rank 3");
  }

  @Test
  void aNodeThatHoldsPiecesIsWaitedForSinceItWasLostHoweverLongOthersWereRebuilt() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    stick(grid, true);
    die(grid, "n2", "n4");
    rebuilding(grid);
    tick(grid, Limits.CODING_MILLIS - 1_000);
    stick(grid, false);
    die(grid, "n3");
    tick(grid, Limits.HOLDERS_MILLIS - 2 * FakeGrid.TICK_MILLIS);
    assertThat(grid.events("recover")).isEmpty();
    grid.reconnect("n2");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
  }

  @Test
  void paritiesMayTakeAsLongAsTheyGetOn() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
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

  @Test
  void onlyWhoWasAskedIsHeard() {
    final FakeGrid grid = grid(4, 1, 4, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    stick(grid, true);
    die(grid, "n2", "n4");
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

  private static void stick(FakeGrid grid, boolean stuck) {
    grid.nodes().forEach(node -> node.rebuildsStuck = stuck);
  }

  private static Phase.Rebuild rebuilding(FakeGrid grid) {
    grid.run(
        "rebuilding",
        () ->
            grid.job.phase() instanceof Phase.Forming forming
                && forming.stage() instanceof Phase.Rebuild);
    return (Phase.Rebuild) ((Phase.Forming) grid.job.phase()).stage();
  }

  private static void tick(FakeGrid grid, long millis) {
    for (long passed = 0; passed < millis; passed += FakeGrid.TICK_MILLIS) {
      grid.tick();
    }
  }

  private static int rankOf(FakeGrid grid, String node) {
    return Draft.nodesOf(grid.job.course().layout()).indexOf(node);
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

  @Test
  void aLoneWorkersPieceIsKeptTwiceAllTheSame() {
    final FakeGrid grid = grid(3, 1, 1, "2:4");
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    assertThat(generation.groups()).isEmpty();
    assertThat(generation.copies()).allMatch(nodes -> nodes.size() == 2);
  }

  @Test
  void itsViewNamesTheCode() {
    final FakeGrid grid = grid(4, 4, 4, "2:4");
    grid.start();
    assertThat(JobViews.of(grid.job).getCheckpoints().getCode()).isEqualTo("2:4");
  }
}
