package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.WorkerReport;
import io.lull.scheduling.adapt.ChangeMethod;
import org.junit.jupiter.api.Test;

/** Nodes that come and go while a job runs, by their owners' will or an operator's. */
class JobMachineReconfigurationTest {
  @Test
  void shrinksWhenAnOwnerReturnsAndGrowsWhenHeLeaves() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 1_200);
    grid.start();
    grid.ownerReturns("n3");
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 3);
    final EventView shrink = grid.event("shrink");
    assertThat(shrink.getCause()).isEqualTo("owner");
    assertThat(shrink.getMethod()).isEqualTo("remove");
    assertThat(shrink.getNodesLeftList()).containsExactly("n3");
    // What all four really sent, whatever their plan says.
    assertThat(shrink.getBytesMoved()).isEqualTo(4 * PreparedReport.SENT_BYTES);
    assertThat(shrink.getBytesLeast()).isEqualTo(100);
    grid.run("left", () -> grid.node("n3").workers.isEmpty());
    grid.ownerLeaves("n3");
    grid.run("grown", () -> grid.job.progress().layout().getMembersCount() == 4);
    final EventView grow = grid.event("grow");
    assertThat(grow.getCause()).isEqualTo("opportunity");
    assertThat(grow.getMethod()).isEqualTo("add");
    assertThat(grow.getNodesJoinedList()).containsExactly("n3");
    assertThat(grow.getDowntimeMillis()).isEqualTo(5.0);
    assertThat(shrink.getPredictedCostMillis()).as("by what is assumed of any grid").isPositive();
    assertThat(grow.getPredictedCostMillis()).as("by what it has seen").isBetween(2.5, 25.0);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void sendsANewcomerAwayAtOnceWhoseOwnerReturnsWhileDataIsStillOnItsWay() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 1_600);
    grid.node("n3").willing = false;
    grid.start();
    final long epoch = grid.job.progress().epoch();
    grid.node("n1").movesStuck = true;
    grid.ownerLeaves("n3");
    grid.run(
        "moves data", () -> grid.job.phase() instanceof Phase.Changing c && c.attempt() != null);
    final long before = grid.now;
    grid.ownerReturns("n3");
    grid.run("the newcomer is gone", () -> grid.node("n3").workers.isEmpty());
    assertThat(grid.now - before).isLessThan(2_000);
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2");
    assertThat(grid.events("grow")).isEmpty();
    assertThat(grid.job.history().faults().inRow()).isZero();
    grid.node("n1").movesStuck = false;
    grid.ownerLeaves("n3");
    grid.run("grown", () -> grid.job.memberNodes().contains("n3"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void showsHowMuchOfTheDataHasComeWhileItMoves() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 1_600);
    grid.node("n3").willing = false;
    grid.start();
    grid.node("n1").movesStuck = true;
    grid.ownerLeaves("n3");
    grid.run(
        "moves data", () -> grid.job.phase() instanceof Phase.Changing c && c.attempt() != null);
    assertThat(JobViews.of(grid.job).getMovingBytes()).isZero();
    grid.give(moved(grid, "n1", 0, 10, 100));
    grid.give(moved(grid, "n3", 0, 5, 100));
    grid.give(moved(grid, "n3", 0, 72, 100));
    // Of a change that was given up.
    grid.give(moved(grid, "n2", -1, 7, 100));
    assertThat(JobViews.of(grid.job).getMovedBytes()).isEqualTo(82);
    assertThat(JobViews.of(grid.job).getMovingBytes()).isEqualTo(200);
    grid.node("n1").movesStuck = false;
    grid.run("grown", () -> grid.job.memberNodes().contains("n3"));
    assertThat(JobViews.of(grid.job).getMovingBytes()).isZero();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  private static JobEvent moved(
      OneJobGrid grid, String node, int epochs, long bytes, long ofBytes) {
    final long epoch =
        grid.job.phase() instanceof Phase.Changing(_, _, Attempt attempt) && attempt != null
            ? attempt.epoch()
            : 0;
    return new JobEvent.Said(
        node,
        grid.node(node).workers.keySet().iterator().next(),
        WorkerReport.newBuilder()
            .setProgress(
                Progress.newBuilder()
                    .setMovingEpoch(epoch + epochs)
                    .setMovedBytes(bytes)
                    .setMovingBytes(ofBytes))
            .build(),
        FreeShare.WHOLE);
  }

  @Test
  void nobodyStopsForANewcomerThatCannotBeReached() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 2000);
    grid.node("n3").willing = false;
    grid.start();
    final long epoch = grid.job.progress().epoch();
    final long proposals = grid.job.progress().numbers().proposal();
    grid.node("n3").strange = true;
    grid.ownerLeaves("n3");
    grid.run(
        "it is sent away",
        () ->
            grid.job.history().faults().last().contains("cannot be reached")
                && grid.node("n3").workers.isEmpty());
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    assertThat(grid.job.progress().numbers().proposal()).isGreaterThan(proposals);
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2");
    grid.node("n3").strange = false;
    grid.run("grown", () -> grid.job.memberNodes().contains("n3"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void anOwnerWaitsForAMeetingHalfASecondAtTheMost() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 2000);
    grid.start();
    grid.node("n1").missesMeetings = true;
    final long before = grid.now;
    grid.ownerReturns("n3");
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n3"));
    assertWaited(grid, before, Limits.HURRIED_MEETING_MILLIS);
  }

  @Test
  void anOwnerWaitsForOneMeetingHoweverManyMoreComeBack() {
    final OneJobGrid grid = new OneJobGrid(5, OneJobGrid.spec(1, 5), 2000);
    grid.start();
    grid.node("n1").missesMeetings = true;
    final long before = grid.now;
    grid.ownerReturns("n3");
    grid.tick();
    grid.tick();
    assertThat(grid.job.memberNodes()).contains("n3");
    grid.ownerReturns("n4");
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n3"));
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n5");
    assertWaited(grid, before, Limits.HURRIED_MEETING_MILLIS);
    assertThat(grid.events("shrink")).hasSize(1);
  }

  @Test
  void whereNoOwnerWaitsAMeetingIsWaitedForLonger() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 4000);
    grid.node("n3").willing = false;
    grid.start();
    grid.node("n1").missesMeetings = true;
    grid.ownerLeaves("n3");
    grid.run(
        "meets", () -> grid.job.phase() instanceof Phase.Running r && r.change().meeting() != null);
    final long before = grid.now;
    grid.run("grown", () -> grid.job.memberNodes().contains("n3"));
    assertWaited(grid, before, Limits.MEETING_MILLIS);
  }

  @Test
  void whoSaysThatItStillCopiesIsWaitedForLonger() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 8000);
    grid.node("n3").willing = false;
    grid.start();
    grid.node("n1").copiesForEver = true;
    grid.ownerLeaves("n3");
    grid.run(
        "meets", () -> grid.job.phase() instanceof Phase.Running r && r.change().meeting() != null);
    final long before = grid.now;
    grid.run("grown", () -> grid.job.memberNodes().contains("n3"));
    assertWaited(grid, before, Limits.MEETING_MILLIS + Limits.COPY_MILLIS);
  }

  @Test
  void anOwnerDoesNotWaitForCopies() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 3), 4000);
    grid.start();
    grid.node("n1").copiesForEver = true;
    grid.give(new JobEvent.Migrate("n2", "n4", ChangeMethod.NON_BLOCKING));
    grid.dispatch();
    grid.run(
        "copies",
        () ->
            grid.job.phase() instanceof Phase.Running r
                && r.change().meeting() != null
                && !r.change().meeting().copying().isEmpty());
    grid.ownerReturns("n2");
    final long before = grid.now;
    grid.run("left", () -> !grid.job.memberNodes().contains("n2"));
    assertWaited(grid, before, Limits.HURRIED_MEETING_MILLIS);
  }

  /** So long, but for the time from one look to the next, and the change itself. */
  private static void assertWaited(OneJobGrid grid, long sinceMillis, long millis) {
    assertThat(grid.now - sinceMillis)
        .isBetween(millis - OneJobGrid.TICK_MILLIS, millis + 3 * OneJobGrid.TICK_MILLIS);
  }

  @Test
  void replacesAReclaimedNodeByAnIdleOne() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(3, 3), 400);
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
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(2, 3), 800);
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
    final OneJobGrid grid = new OneJobGrid(5, OneJobGrid.spec(1, 5), 400);
    grid.start();
    final long epoch = grid.job.progress().epoch();
    grid.ownerReturns("n1");
    grid.ownerReturns("n2");
    grid.run("shrunk", () -> grid.job.progress().layout().getMembersCount() == 3);
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch + 1);
    assertThat(grid.event("shrink").getNodesLeftList()).containsExactly("n1", "n2");
  }

  @Test
  void suspendsWhenItsLeastIsNotToBeHadAndResumesWhereItWas() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 400);
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
  void followsAnOperatorsNumber() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 600);
    grid.start();
    assertThat(grid.job.refusal(new JobEvent.Resize(5)))
        .isEqualTo("J1 runs on 1 to 4 workers: 5 is not among them");
    grid.give(new JobEvent.Resize(2));
    grid.dispatch();
    grid.run("resized", () -> grid.job.progress().layout().getMembersCount() == 2);
    assertThat(grid.event("shrink").getCause()).isEqualTo("operator");
    grid.give(new JobEvent.Resize(0));
    grid.dispatch();
    grid.run("grown again", () -> grid.job.progress().layout().getMembersCount() == 4);
  }

  @Test
  void movesAWorkerWhereAnOperatorWantsIt() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 3), 600);
    grid.start();
    grid.give(new JobEvent.Migrate("n2", "n4"));
    grid.dispatch();
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n3", "n4");
    assertThat(grid.event("migrate").getCause()).isEqualTo("operator");
    assertThat(grid.job.moves()).isEmpty();
  }

  private static EventView migrated(ChangeMethod method) {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 3), 600);
    grid.start();
    grid.give(new JobEvent.Migrate("n2", "n4", method));
    grid.dispatch();
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    return grid.event("migrate");
  }

  @Test
  void copiesDataBeforeAMoveOnlyWhereThatIsWanted() {
    final EventView copied = migrated(ChangeMethod.NON_BLOCKING);
    assertThat(copied.getMethod()).isEqualTo("migrate non-blocking");
    assertThat(copied.getBytesCopied()).isPositive();
    assertThat(copied.getBytesMoved()).isGreaterThan(copied.getBytesCopied());
    final EventView blocking = migrated(ChangeMethod.MIGRATE);
    assertThat(blocking.getMethod()).isEqualTo("migrate");
    assertThat(blocking.getBytesCopied()).isZero();
  }

  /** A move after which the data is still on its way. */
  private static OneJobGrid handingOver() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 3), 4000);
    grid.start();
    grid.node("n2").pace.handsOverForEver = true;
    grid.give(new JobEvent.Migrate("n2", "n4", ChangeMethod.STREAMING));
    grid.dispatch();
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    return grid;
  }

  @Test
  void aWorkerWhoseDataFollowsStaysUntilThatHasCome() {
    final OneJobGrid grid = handingOver();
    final EventView streamed = grid.event("migrate");
    assertThat(streamed.getMethod()).isEqualTo("migrate streaming");
    assertThat(streamed.getBytesCopied()).isPositive();
    grid.now += Limits.LEAVE_MILLIS;
    grid.tick();
    assertThat(
            grid.job.workers().values().stream()
                .filter(w -> w.node().equals("n2") && w.state().usable())
                .toList())
        .isEmpty();
    assertThat(grid.node("n2").workers).hasSize(1);
    grid.node("n2").pace.handsOverForEver = false;
    grid.run("gone", () -> grid.node("n2").workers.isEmpty());
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void aWorkerThatNeverHandsItsDataOverIsEndedAndTheJobGoesBack() {
    final OneJobGrid grid = handingOver();
    final long before = grid.now;
    grid.run("ended", () -> grid.node("n2").workers.isEmpty());
    assertWaited(grid, before, Limits.HAND_OVER_MILLIS);
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void whereAnOwnerWaitsNothingFollows() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(3, 3), 4000);
    grid.start();
    grid.give(new JobEvent.Migrate("n2", "n4", ChangeMethod.STREAMING));
    grid.ownerReturns("n2");
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    assertThat(grid.event("migrate").getMethod()).isEqualTo("migrate");
  }

  @Test
  void vacatesADrainedNode() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 600);
    grid.start();
    grid.node("n1").drained = true;
    grid.dispatch();
    grid.run("vacated", () -> !grid.job.memberNodes().contains("n1"));
    assertThat(grid.event("shrink").getCause()).isEqualTo("operator");
  }
}
