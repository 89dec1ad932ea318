package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.WorkerReport;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The last checkpoint of a job that gives up all its nodes. */
class JobMachineSuspensionTest {
  /** The first generation is kept, and the second captured, but not yet kept by n2. */
  private static Generations.Pending halfKept(OneJobGrid grid) {
    grid.start();
    grid.firstCheckpoint();
    grid.node("n2").piecesStuck = true;
    grid.run(
        "all are captured",
        () -> {
          final Generations.Pending pending = grid.job.generations().pending();
          return pending != null && pending.allCaptured() && pending.kept().size() == 1;
        });
    return Objects.requireNonNull(grid.job.generations().pending());
  }

  private static void keptByTheOther(OneJobGrid grid, Generations.Pending pending) {
    final int rank = pending.layout().getMembers(0).getNode().equals("n2") ? 0 : 1;
    grid.give(
        new JobEvent.Kept(
            "n2",
            PieceDurable.newBuilder()
                .setGeneration(pending.number())
                .setRank(rank)
                .setBytes(1000)
                .addHolders("n2")
                .addHolders("n1")
                .build()));
    assertThat(grid.job.generations().committed().getLast().number()).isEqualTo(pending.number());
  }

  @Test
  void theLastCheckpointWaitsForTheOneBeforeIt() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    final Generations.Pending before = halfKept(grid);
    grid.ownerReturns("n1");
    for (int i = 0; i < 5; i++) {
      grid.tick();
    }
    assertThat(grid.job.phase()).isInstanceOf(Phase.Suspending.class);
    assertThat(Objects.requireNonNull(grid.job.generations().pending()).number())
        .isEqualTo(before.number());
    grid.node("n2").piecesStuck = false;
    keptByTheOther(grid, before);
    grid.run("suspended", () -> grid.job.state() == JobState.SUSPENDED);
    assertThat(grid.event("suspend").getOutcome()).isEqualTo("done");
    assertThat(grid.job.generations().committed().getLast().number())
        .isEqualTo(before.number() + 1);
  }

  @Test
  void aJobThatIsHeldIsSavedAndContinuesWhenItIsReleased() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 3000);
    grid.start();
    grid.firstCheckpoint();
    final long before = grid.job.progress().gauge().iteration();
    grid.give(new JobEvent.Hold("ada"));
    grid.dispatch();
    grid.run("suspended", () -> grid.job.state() == JobState.SUSPENDED);
    assertThat(grid.event("suspend").getCause()).isEqualTo("operator");
    assertThat(JobViews.of(grid.job).getReason())
        .isEqualTo("its data is saved; held by ada (lull release J1 lets it continue)");
    for (int i = 0; i < 50; i++) {
      grid.tick();
    }
    assertThat(grid.nodes()).allMatch(node -> node.workers.isEmpty());
    assertThat(grid.job.state()).isEqualTo(JobState.SUSPENDED);

    grid.give(new JobEvent.Release());
    grid.dispatch();
    grid.run("runs again", () -> grid.job.state() == JobState.RUNNING);
    assertThat(grid.job.progress().gauge().iteration()).isGreaterThanOrEqualTo(before);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aBagThatIsHeldGivesItsMachinesBackAndKeepsWhatIsDone() {
    final OneJobGrid grid = OneJobGrid.bag(2, 2, 40, 0);
    grid.dispatch();
    grid.run("some are done", () -> JobViews.of(grid.job).getTasks().getDone() > 3);
    grid.give(new JobEvent.Hold("ada"));
    grid.dispatch();
    grid.run("nobody works", () -> grid.nodes().stream().allMatch(n -> n.workers.isEmpty()));
    final int done = JobViews.of(grid.job).getTasks().getDone();
    assertThat(done).isGreaterThan(3).isLessThan(40);
    grid.give(new JobEvent.Release());
    grid.dispatch();
    grid.finish();
    assertThat(JobViews.of(grid.job).getTasks().getDone()).isEqualTo(40);
  }

  @Test
  void aSuspensionWithoutASafePointWaitsForTheCheckpointThatIsBeingKept() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    final Generations.Pending before = halfKept(grid);
    grid.expectTrouble();
    grid.node("n2").connected = false; // it does not hear the proposal
    grid.node("n1").willing = false;
    grid.dispatch();
    grid.run("suspends", () -> grid.job.phase() instanceof Phase.Suspending);
    final long late = ((Phase.Suspending) grid.job.phase()).halt().deadlineMillis();
    grid.run("the halt is late", () -> grid.now > late);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Suspending.class);
    keptByTheOther(grid, before);
    assertThat(grid.job.state()).isEqualTo(JobState.SUSPENDED);
    assertThat(grid.job.generations().committed().getLast().number()).isEqualTo(before.number());
  }

  /** The members hold for the last checkpoint; its failure and the job's going on are one step. */
  @Test
  void aJobThatIsNotSuspendedAfterAllGoesOnThoughItsLastCheckpointFailed() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 3000);
    grid.start();
    grid.ownerReturns("n1");
    while (!(grid.job.phase() instanceof Phase.Suspending suspending && suspending.captured())) {
      grid.compute();
      if (!grid.deliverOne(grid.node("n1")) && !grid.deliverOne(grid.node("n2"))) {
        grid.now += OneJobGrid.TICK_MILLIS;
        grid.give(new JobEvent.Tick());
      }
    }
    grid.compute();
    grid.node("n2")
        .reports
        .removeIf(report ->
            report instanceof JobEvent.Said said
                && said.report().getReportCase() == WorkerReport.ReportCase.CAPTURED);
    grid.ownerLeaves("n1");
    grid.run("goes on", () -> grid.job.phase() instanceof Phase.Running);
    assertThat(grid.event("checkpoint").getOutcome()).isNotEqualTo("done");
    assertThat(grid.events("suspend")).isEmpty();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }
}
