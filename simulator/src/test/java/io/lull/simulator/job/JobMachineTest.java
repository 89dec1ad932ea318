package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import org.junit.jupiter.api.Test;

/** A job from its submission to its end, whichever that is. */
class JobMachineTest {
  @Test
  void runsFromItsSubmissionToItsEnd() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 4), 60);
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
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(3, 4), 60);
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
  void retriesAWorkerThatDoesNotStartAndThenFailsWithItsLastWords() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 60);
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
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(2, 2), 60);
    grid.node("n1").startsFail = true;
    grid.start();
    assertThat(grid.job.memberNodes()).containsExactly("n2", "n3");
  }

  @Test
  void failsAtOnceWithTheProgramsOwnWords() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 60);
    grid.start();
    grid.node("n2")
        .workers
        .values()
        .iterator()
        .next()
        .say(WorkerReports.failed("cells.csv, line 3: outside the grid"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError()).isEqualTo("cells.csv, line 3: outside the grid");
    assertThat(grid.nodes()).allMatch(n -> n.workers.isEmpty());
  }

  @Test
  void storesOutputsAgainAsOftenAsTheLimitAllows() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 20);
    grid.nodes().forEach(n -> n.outputFailuresLeft = Limits.OUTPUT_RETRIES);
    grid.start();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(JobViews.of(grid.job).getOutputs(0).getName()).isEqualTo("solution.f64");
  }

  @Test
  void failsSayingSoWhenOutputsCannotBeStored() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 20);
    grid.nodes().forEach(n -> n.outputFailuresLeft = Limits.OUTPUT_RETRIES + 1);
    grid.start();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError())
        .isEqualTo("its outputs could not be stored: the coordinator's disk is full");
  }

  @Test
  void leavesNothingBehindWhenCancelled() {
    final OneJobGrid grid = new OneJobGrid(3, OneJobGrid.spec(1, 3), 1000);
    grid.start();
    grid.firstCheckpoint();
    grid.give(new JobEvent.Cancel("ada"));
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.CANCELLED);
    assertThat(JobViews.of(grid.job).getReason()).isEqualTo("cancelled by ada");
    assertThat(grid.nodes()).allMatch(n -> n.workers.isEmpty() && n.pieces.isEmpty());
  }

  @Test
  void keepsSecretsOutOfItsText() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(1, 2), 20);
    assertThat(grid.job.toString()).doesNotContain("ticket");
  }
}
