package io.lull.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobMachineTest {
  @Test
  void runsFromItsSubmissionToItsEnd() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 4), 60);
    assertThat(grid.job.state()).isEqualTo(JobState.QUEUED);
    grid.start();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(JobViews.of(grid.job).getCheckValues(0).getName()).isEqualTo("sum");
    assertThat(JobViews.of(grid.job).getOutputs(0).getName()).isEqualTo("solution.f64");
    assertThat(grid.events("start")).hasSize(1);
    assertThat(grid.events("checkpoint")).isNotEmpty();
    assertThat(grid.event("end").getOutcome()).isEqualTo("done");
    assertThat(grid.nodes()).allMatch(node -> node.pieces.isEmpty());
  }

  @Test
  void waitsForItsLeastAndSaysWhatIsMissing() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(3, 4), 60);
    grid.node("n2").willing = false;
    grid.node("n3").willing = false;
    grid.dispatch();
    assertThat(grid.job.state()).isEqualTo(JobState.QUEUED);
    assertThat(JobViews.of(grid.job).getReason())
        .isEqualTo("waits for 2 more idle nodes: 1 of 3 available");
    grid.ownerLeaves("n2");
    grid.ownerLeaves("n3");
    grid.start();
    assertThat(grid.job.memberNodes()).hasSize(3);
  }

  @Test
  void shrinksWhenAnOwnerReturnsAndGrowsWhenHeLeaves() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(1, 4), 400);
    grid.start();
    grid.ownerReturns("n3");
    grid.run("shrunk", () -> grid.job.course().layout().getMembersCount() == 3);
    final EventView shrink = grid.event("shrink");
    assertThat(shrink.getCause()).isEqualTo("owner");
    assertThat(shrink.getMethod()).isEqualTo("remove");
    assertThat(shrink.getNodesLeftList()).containsExactly("n3");
    grid.run("left", () -> grid.node("n3").workers.isEmpty());
    grid.ownerLeaves("n3");
    grid.run("grown", () -> grid.job.course().layout().getMembersCount() == 4);
    final EventView grow = grid.event("grow");
    assertThat(grow.getCause()).isEqualTo("opportunity");
    assertThat(grow.getMethod()).isEqualTo("add");
    assertThat(grow.getNodesJoinedList()).containsExactly("n3");
    assertThat(grow.getDowntimeMillis()).isEqualTo(5.0);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void replacesAReclaimedNodeByAnIdleOne() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(3, 3), 400);
    grid.start();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    grid.ownerReturns("n1");
    grid.run("migrated", () -> grid.job.memberNodes().contains("n4"));
    assertThat(grid.event("migrate").getCause()).isEqualTo("owner");
    assertThat(grid.event("migrate").getMethod()).isEqualTo("migrate");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void shrinksFirstAndGrowsLaterWhenTheOwnerWaitsAndTheReplacementIsLate() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(2, 3), 800);
    grid.start();
    grid.node("n4").connected = false; // it hears nothing and says nothing
    final long before = grid.now;
    grid.ownerReturns("n1");
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n1"));
    assertThat(grid.now - before).isBetween(Limits.OWNER_WAITS_MILLIS, 5_000L);
    grid.reconnect("n4");
    grid.run("grown", () -> grid.job.memberNodes().contains("n4"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void takesEventsThatWaitTogetherInOneChange() {
    final FakeGrid grid = new FakeGrid(5, FakeGrid.spec(1, 5), 400);
    grid.start();
    final long epoch = grid.job.course().epoch();
    grid.ownerReturns("n1");
    grid.ownerReturns("n2");
    grid.run("shrunk", () -> grid.job.course().layout().getMembersCount() == 3);
    assertThat(grid.job.course().epoch()).isEqualTo(epoch + 1);
    assertThat(grid.event("shrink").getNodesLeftList()).containsExactly("n1", "n2");
  }

  @Test
  void recoversFromItsLastGenerationWhenAMachineDies() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(1, 4), 400);
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
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 400);
    grid.start();
    grid.run("some progress", () -> grid.job.course().gauge().iteration() > 3);
    grid.node("n2").kill(grid.node("n2").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getLostIterations()).isGreaterThanOrEqualTo(3);
    assertThat(grid.event("recover").getTo()).isEqualTo(3);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void readsTheBuddysCopyWhenTheOwnOneIsGone() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 600);
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
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 2000);
    grid.start();
    grid.run("two checkpoints", () -> grid.job.generations().committed().size() == 2);
    final var before = grid.job.generations().committed().getFirst();
    final long newest = grid.job.generations().committed().getLast().number();
    grid.nodes().forEach(n -> n.pieces.removeIf(p -> p.startsWith(newest + "/")));
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getSafePoint()).isEqualTo(before.safePoint());
  }

  @Test
  void saysSoWhenNoCheckpointCouldBeRead() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 300);
    grid.start();
    grid.firstCheckpoint();
    grid.nodes().forEach(n -> n.pieces.clear());
    grid.node("n1").kill(grid.node("n1").workers.keySet().iterator().next(), "died by itself");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.event("recover").getOutcome())
        .isEqualTo("no checkpoint could be read: began anew");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void suspendsWhenItsLeastIsNotToBeHadAndResumesWhereItWas() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(2, 2), 400);
    grid.start();
    grid.ownerReturns("n1");
    grid.run("suspended", () -> grid.job.state() == JobState.SUSPENDED);
    assertThat(grid.event("suspend").getCause()).isEqualTo("owner");
    assertThat(grid.event("suspend").getOutcome()).isEqualTo("done");
    final long kept = grid.job.generations().committed().getLast().iteration();
    grid.run("all gone", () -> grid.job.workers().isEmpty());
    assertThat(JobViews.of(grid.job).getReason()).contains("1 of 2 available");
    grid.ownerLeaves("n1");
    grid.run("resumed", () -> !grid.events("resume").isEmpty());
    assertThat(grid.event("resume").getSafePoint()).isEqualTo(kept);
    assertThat(grid.event("resume").getLostIterations()).isZero();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void keepsALoneWorkersPieceOnAnotherNodeToo() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(1, 1), 600);
    grid.node("n2").willing = false;
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.job.generations().committed().getLast().copies())
        .containsExactly(List.of("n1", "n2"));
    grid.node("n1").die();
    grid.lose("n1");
    grid.ownerLeaves("n2");
    grid.run("goes on on n2", () -> grid.job.memberNodes().contains("n2"));
    assertThat(grid.job.course().gauge().safePoint()).isPositive();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void saysWhenOnlyOneCopyCouldBeKept() {
    final FakeGrid grid = new FakeGrid(1, FakeGrid.spec(1, 1), 400);
    grid.start();
    grid.firstCheckpoint();
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("done, but with one copy only: there was no other node to keep a copy");
  }

  @Test
  void retriesAWorkerThatDoesNotStartAndThenFailsWithItsLastWords() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(2, 2), 60);
    grid.nodes().forEach(n -> n.startsFail = true);
    grid.dispatch();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError())
        .contains("ended before it was ready")
        .contains("no such class");
  }

  @Test
  void startsElsewhereWhenOneNodeCannotStartWorkers() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(2, 2), 60);
    grid.node("n1").startsFail = true;
    grid.start();
    assertThat(grid.job.memberNodes()).containsExactly("n2", "n3");
  }

  @Test
  void failsAtOnceWithTheProgramsOwnWords() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(1, 2), 60);
    grid.start();
    grid.node("n2").workers.values().iterator().next().fail("cells.csv, line 3: outside the grid");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError()).isEqualTo("cells.csv, line 3: outside the grid");
    assertThat(grid.nodes()).allMatch(n -> n.workers.isEmpty());
  }

  @Test
  void leavesNothingBehindWhenCancelled() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 1000);
    grid.start();
    grid.firstCheckpoint();
    grid.give(new JobEvent.Cancel("ada"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.CANCELLED);
    assertThat(JobViews.of(grid.job).getReason()).isEqualTo("cancelled by ada");
    assertThat(grid.nodes()).allMatch(n -> n.workers.isEmpty() && n.pieces.isEmpty());
  }

  @Test
  void followsAnOperatorsNumber() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(1, 4), 600);
    grid.start();
    assertThat(grid.job.refusal(new JobEvent.Resize(5)))
        .isEqualTo("J1 runs on 1 to 4 workers: 5 is not among them");
    grid.give(new JobEvent.Resize(2));
    grid.dispatch();
    grid.run("resized", () -> grid.job.course().layout().getMembersCount() == 2);
    assertThat(grid.event("shrink").getCause()).isEqualTo("operator");
    grid.give(new JobEvent.Resize(0));
    grid.dispatch();
    grid.run("grown again", () -> grid.job.course().layout().getMembersCount() == 4);
  }

  @Test
  void movesAWorkerWhereAnOperatorWantsIt() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(1, 3), 600);
    grid.start();
    grid.give(new JobEvent.Migrate("n2", "n4"));
    grid.dispatch();
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n3", "n4");
    assertThat(grid.event("migrate").getCause()).isEqualTo("operator");
    assertThat(grid.job.moves()).isEmpty();
  }

  @Test
  void vacatesADrainedNode() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 600);
    grid.start();
    grid.node("n1").drained = true;
    grid.dispatch();
    grid.run("vacated", () -> !grid.job.memberNodes().contains("n1"));
    assertThat(grid.event("shrink").getCause()).isEqualTo("operator");
  }

  @Test
  void doesNotNoticeThatTheCoordinatorStartedAnew() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 200);
    grid.start();
    grid.firstCheckpoint();
    final long epoch = grid.job.course().epoch();
    grid.restartCoordinator();
    assertThat(grid.job.relearning()).isTrue();
    assertThat(grid.job.state()).isEqualTo(JobState.RUNNING);
    grid.nodes().forEach(n -> grid.reconnect(n.name()));
    assertThat(grid.job.relearning()).isFalse();
    assertThat(grid.job.course().epoch()).isEqualTo(epoch);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void settlesAChangeThatWasUnderWayWhenTheCoordinatorDied() {
    final FakeGrid grid = new FakeGrid(4, FakeGrid.spec(1, 4), 400);
    grid.start();
    grid.node("n3").willing = false;
    grid.dispatch();
    grid.nodes().forEach(grid::deliverOne);
    assertThat(grid.job.state()).isEqualTo(JobState.RECONFIGURING);
    grid.restartCoordinator();
    grid.nodes().forEach(n -> grid.reconnect(n.name()));
    grid.run("shrunk", () -> grid.job.course().layout().getMembersCount() == 3);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void recoversFromNodesThatDidNotComeBackAfterTheCoordinatorsRestart() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 400);
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

  @Test
  void goesOnAfterAShortCutWithoutAnyChange() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 200);
    grid.start();
    final long epoch = grid.job.course().epoch();
    grid.node("n2").connected = false; // from the coordinator only
    grid.run("a proposal that n2 does not hear", () -> halting(grid));
    grid.reconnect("n2");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.job.course().epoch()).isEqualTo(epoch);
    assertThat(grid.events("checkpoint")).isNotEmpty();
  }

  private static boolean halting(FakeGrid grid) {
    return grid.job.phase() instanceof Phase.Running running && running.halt() != null;
  }

  @Test
  void endsTheStaleWorkerOfANodeThatComesBack() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 600);
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
  void recoversWithTheSameMembersWhenTheyOnlyLostTouch() {
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(1, 3), 400);
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
    final FakeGrid grid = new FakeGrid(3, FakeGrid.spec(2, 3), 4000);
    grid.start();
    final String second = grid.node("n2").workers.keySet().iterator().next();
    for (int i = 1; i <= Limits.ACCUSATIONS; i++) {
      grid.job.course();
      grid.node("n1").workers.values().iterator().next().losePeer(second);
      final int recoveries = i;
      grid.run("recovered", () -> grid.events("recover").size() == recoveries);
    }
    assertThat(grid.node("n2").workers).doesNotContainKey(second);
  }

  @Test
  void storesOutputsAgainAndFailsSayingSoWhenTheyCannotBe() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(1, 2), 20);
    grid.nodes().forEach(n -> n.outputsFail = true);
    grid.start();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError())
        .isEqualTo("its outputs could not be stored: the coordinator's disk is full");
  }

  @Test
  void givesUpACheckpointThatIsNotSafeInTime() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(1, 2), 3000);
    grid.start();
    grid.node("n2").piecesStuck = true;
    grid.run("given up", () -> !grid.events("checkpoint").isEmpty());
    assertThat(grid.event("checkpoint").getOutcome())
        .isEqualTo("not all pieces were in safe keeping in time");
    grid.node("n2").piecesStuck = false;
    grid.firstCheckpoint();
  }

  @Test
  void takesNoCheckpointsWhenTheyAreOff() {
    final FakeGrid grid =
        new FakeGrid(2, FakeGrid.spec(1, 2).toBuilder().setCheckpoint("off").build(), 200);
    grid.start();
    grid.finish();
    assertThat(grid.events("checkpoint")).isEmpty();
  }

  @Test
  void checkpointsAtTheIntervalThatWasSet() {
    final FakeGrid grid =
        new FakeGrid(2, FakeGrid.spec(1, 2).toBuilder().setCheckpoint("2s").build(), 100);
    grid.start();
    grid.finish();
    assertThat(grid.events("checkpoint")).hasSizeBetween(6, 10);
  }

  @Test
  void keepsSecretsOutOfItsText() {
    final FakeGrid grid = new FakeGrid(2, FakeGrid.spec(1, 2), 20);
    assertThat(grid.job.toString()).doesNotContain("ticket");
  }
}
