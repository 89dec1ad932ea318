package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import org.junit.jupiter.api.Test;

/** A job that loses workers, machines, or its coordinator. */
class JobMachineRecoveryTest {
  @Test
  void recoversFromItsLastGenerationWhenAMachineDies() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 400);
    grid.start();
    grid.firstCheckpoint();
    final long kept = grid.job.generations().committed().getLast().iteration();
    grid.node("n2").die();
    grid.lose("n2");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    final EventView recover = grid.event("recover");
    assertThat(recover.getCause()).isEqualTo("failure");
    assertThat(recover.getMethod()).isEqualTo("recover");
    assertThat(recover.getFrom()).isEqualTo(4);
    assertThat(recover.getTo()).isEqualTo(3);
    assertThat(recover.getSafePoint()).isEqualTo(kept);
    assertThat(recover.getNodesLeftList()).containsExactly("n2");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void beginsAnewWhenItFailsBeforeItsFirstCheckpoint() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 400);
    grid.start();
    grid.run("some progress", () -> grid.job.progress().gauge().iteration() > 3);
    grid.node("n2").kill(grid.node("n2").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getLostIterations()).isGreaterThanOrEqualTo(3);
    assertThat(grid.event("recover").getTo()).isEqualTo(3);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void readsTheBuddysCopyWhenTheOwnOneIsGone() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 600);
    grid.start();
    grid.firstCheckpoint();
    final var generation = grid.job.generations().committed().getLast();
    assertThat(generation.copies()).allMatch(nodes -> nodes.size() == 2);
    grid.node("n1").pieces.clear();
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void fallsBackOneGenerationWhenThePiecesOfTheNewestAreGone() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 2000);
    grid.start();
    grid.run("two checkpoints", () -> grid.job.generations().committed().size() == 2);
    final var before = grid.job.generations().committed().getFirst();
    final long newest = grid.job.generations().committed().getLast().number();
    final long newestIteration = grid.job.generations().committed().getLast().iteration();
    grid.nodes().forEach(n -> n.pieces.removeIf(p -> p.startsWith(newest + "/")));
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(before.safePoint());
    assertThat(grid.event("recover").getOutcome())
        .startsWith("done, from the previous checkpoint: of generation " + newest + " the piece");
    assertThat(grid.event("recover").getLostIterations())
        .isGreaterThanOrEqualTo(newestIteration - before.iteration());
  }

  @Test
  void whatWasCapturedCountsAsLostAlsoWhereNobodyToldOfProgress() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 600);
    grid.nodes().forEach(node -> node.tellsNoProgress = true);
    grid.start();
    grid.firstCheckpoint();
    final long iteration = grid.job.generations().committed().getLast().iteration();
    assertThat(iteration).isPositive();
    grid.nodes().forEach(n -> n.pieces.clear());
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome()).endsWith("restarted from the beginning");
    assertThat(grid.event("recover").getLostIterations()).isEqualTo(iteration);
  }

  @Test
  void triesEveryCopyOfWhoDoesNotSayWhichItTried() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 600);
    grid.start();
    grid.firstCheckpoint();
    final Generations.Committed generation = grid.job.generations().committed().getLast();
    // The agents are of an earlier version: they do not go on to the next holder.
    grid.nodes().forEach(node -> node.asksNearestOnly = true);
    grid.node("n1").pieces.clear();
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(generation.safePoint());
    assertThat(grid.event("recover").getOutcome()).isEqualTo("done");
  }

  @Test
  void saysSoWhenNoCheckpointCouldBeRead() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 300);
    grid.start();
    grid.firstCheckpoint();
    grid.nodes().forEach(n -> n.pieces.clear());
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .startsWith("no checkpoint could be read: of generation 1 the piece of rank ")
        .endsWith(" is lost; restarted from the beginning");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void recoversWithTheSameMembersWhenTheyOnlyLostTouch() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 400);
    grid.start();
    grid.firstCheckpoint();
    final String second = grid.node("n2").workers.keySet().iterator().next();
    grid.peersLose(second);
    final long before = grid.now;
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.now - before).isGreaterThanOrEqualTo(Limits.DOUBT_MILLIS);
    assertThat(grid.node("n2").workers).containsKey(second);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void replacesAWorkerThatOthersCannotReachTimeAndAgain() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(2, 3), 4000);
    grid.start();
    final String second = grid.node("n2").workers.keySet().iterator().next();
    for (int i = 1; i <= Limits.ACCUSATIONS; i++) {
      grid.job.progress();
      grid.node("n1").workers.values().iterator().next().losePeer(second);
      final int recoveries = i;
      grid.run("recovered", () -> grid.events("recover").size() == recoveries);
    }
    assertThat(grid.node("n2").workers).doesNotContainKey(second);
  }

  @Test
  void endsTheStaleWorkerOfANodeThatComesBack() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 600);
    grid.start();
    grid.firstCheckpoint();
    grid.cut("n3");
    grid.lose("n3");
    grid.run("recovered", () -> grid.job.memberNodes().size() == 2);
    assertThat(grid.node("n3").workers).isNotEmpty();
    final String stale = grid.node("n3").workers.keySet().iterator().next();
    grid.reconnect("n3");
    grid.run("on n3 again", () -> grid.job.memberNodes().contains("n3"));
    assertThat(grid.node("n3").workers).doesNotContainKey(stale);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void goesOnAfterAShortCutWithoutAnyChange() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 200);
    grid.start();
    final long epoch = grid.job.progress().epoch();
    grid.node("n2").connected = false; // from the coordinator only
    grid.run("a proposal that n2 does not hear", () -> halting(grid));
    grid.reconnect("n2");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    assertThat(grid.events("checkpoint")).isNotEmpty();
  }

  private static boolean halting(OneJobGrid grid) {
    return grid.job.phase() instanceof Phase.Running running && running.halt() != null;
  }

  @Test
  void doesNotNoticeThatTheCoordinatorStartedAnew() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 200);
    grid.start();
    grid.firstCheckpoint();
    final long epoch = grid.job.progress().epoch();
    grid.restartCoordinator();
    assertThat(grid.job.relearning()).isTrue();
    assertThat(grid.job.state()).isEqualTo(JobState.RUNNING);
    grid.nodes().forEach(n -> grid.reconnect(n.name()));
    assertThat(grid.job.relearning()).isFalse();
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  /** A coordinator that stood still reads all that has arrived before it judges who is late. */
  @Test
  void agentsThatAreReadAfterTheDeadlineHaveComeBackAllTheSame() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 200);
    grid.start();
    grid.firstCheckpoint();
    final long epoch = grid.job.progress().epoch();
    grid.restartCoordinator();
    grid.now += 2 * Limits.RELEARN_MILLIS;
    grid.nodes().forEach(n -> grid.reconnect(n.name()));
    assertThat(grid.job.relearning()).isFalse();
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    grid.finish();
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void settlesAChangeThatWasUnderWayWhenTheCoordinatorDied() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 400);
    grid.start();
    grid.node("n3").willing = false;
    grid.dispatch();
    grid.nodes().forEach(grid::deliverOne);
    assertThat(grid.job.state()).isEqualTo(JobState.RECONFIGURING);
    grid.restartCoordinator();
    grid.nodes().forEach(n -> grid.reconnect(n.name()));
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 3);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void recoversFromNodesThatDidNotComeBackAfterTheCoordinatorsRestart() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 400);
    grid.start();
    grid.firstCheckpoint();
    grid.node("n2").die();
    grid.node("n2").lost = true;
    grid.restartCoordinator();
    grid.reconnect("n1");
    grid.reconnect("n3");
    assertThat(grid.job.relearning()).isTrue();
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  /** Runs to so many iterations, and has the program end a worker there. */
  private static void crashAt(OneJobGrid grid, int iterations, int crash) {
    grid.run(
        "it gets there",
        () ->
            grid.events("recover").size() == crash - 1
                && grid.job.progress().gauge().iteration() >= iterations);
    grid.node("n1").crash(grid.node("n1").workers.keySet().iterator().next());
    grid.run("it is noticed", () -> grid.job.ended() || grid.events("recover").size() == crash);
  }

  @Test
  void endsWhenItsProgramCrashesThreeTimesAtTheSamePlace() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 400);
    grid.start();
    for (int crash = 1; crash <= Limits.CRASHES_IN_A_ROW; crash++) {
      assertThat(grid.job.ended()).isFalse();
      crashAt(grid, 50, crash);
    }
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(grid.job.history().result().error())
        .startsWith("its program ended its worker 3 times at the same place; the last time the")
        .endsWith("it crashed");
  }

  @Test
  void goesOnWhenItsProgramCrashesNowHereNowThere() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 2200);
    grid.start();
    for (int crash = 1; crash <= 2 * Limits.CRASHES_IN_A_ROW; crash++) {
      // Farther than what may be unreported.
      crashAt(grid, 300 * crash, crash);
    }
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void whoEndsAWorkerFromOutsideIsNotItsProgram() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 400);
    grid.start();
    for (int kill = 1; kill <= Limits.CRASHES_IN_A_ROW + 1; kill++) {
      final int before = kill - 1;
      grid.run(
          "it is back",
          () ->
              grid.events("recover").size() == before
                  && grid.job.progress().gauge().iteration() >= 50);
      grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "signal 9 ended it");
    }
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }
}
