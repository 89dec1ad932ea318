package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.WorkerReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members that come to the program's end, one after the other, and go. */
class JobMachineEndTest {
  private static OneJobGrid started(int nodes) {
    final OneJobGrid grid = new OneJobGrid(nodes, OneJobGrid.spec(1, nodes), 200);
    grid.start();
    grid.expectTrouble();
    return grid;
  }

  private static String worker(OneJobGrid grid, String node) {
    return grid.node(node).workers.keySet().iterator().next();
  }

  private static void complete(OneJobGrid grid, String node, boolean hasOutputs) {
    say(
        grid,
        node,
        WorkerReport.newBuilder()
            .setCompleted(
                Completed.newBuilder()
                    .setEpoch(grid.job.progress().epoch())
                    .setIteration(200)
                    .setHasOutputs(hasOutputs)));
  }

  private static void doubt(OneJobGrid grid, String node, String accused) {
    say(
        grid,
        node,
        WorkerReport.newBuilder()
            .setPeerLost(
                PeerLost.newBuilder()
                    .setEpoch(grid.job.progress().epoch())
                    .setWorker(accused)
                    .setWhy("link ended")));
  }

  private static void say(OneJobGrid grid, String node, WorkerReport.Builder report) {
    grid.give(new JobEvent.Said(node, worker(grid, node), report.build(), FreeShare.WHOLE));
  }

  /** Before anything else is heard of the node. */
  private static void kill(OneJobGrid grid, String name) {
    final NodeModel node = grid.node(name);
    node.reports.clear();
    List.copyOf(node.workers.keySet()).forEach(id -> node.kill(id, "came to its end"));
    while (grid.deliverOne(node)) {
      // Only this node speaks.
    }
  }

  private static void waitForDoubt(OneJobGrid grid) {
    grid.now += Limits.DOUBT_MILLIS;
    grid.give(new JobEvent.Tick());
  }

  private static void finishedWithoutRecovery(OneJobGrid grid) {
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void aDoubtAboutAMemberThatIsDoneRecoversNothing() {
    final OneJobGrid grid = started(3);
    complete(grid, "n3", false);
    doubt(grid, "n1", worker(grid, "n3"));
    waitForDoubt(grid);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Running.class);
    finishedWithoutRecovery(grid);
  }

  @Test
  void aDoubtIsForgottenOnceItsMemberSaysThatItIsDone() {
    final OneJobGrid grid = started(3);
    doubt(grid, "n1", worker(grid, "n3"));
    complete(grid, "n3", false);
    waitForDoubt(grid);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Running.class);
    finishedWithoutRecovery(grid);
  }

  @Test
  void aDoubtAboutTheMemberThatHasTheOutputsCounts() {
    final OneJobGrid grid = started(3);
    complete(grid, "n1", true);
    doubt(grid, "n2", worker(grid, "n1"));
    waitForDoubt(grid);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Forming.class);
  }

  @Test
  void aDoubtWhileOutputsAreFetchedRecoversNothing() {
    final OneJobGrid grid = started(2);
    complete(grid, "n1", true);
    complete(grid, "n2", false);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Finishing.class);
    doubt(grid, "n1", worker(grid, "n2"));
    waitForDoubt(grid);
    finishedWithoutRecovery(grid);
  }

  @Test
  void whereNobodyHasOutputsAMemberThatLivesIsAsked() {
    final OneJobGrid grid = started(3);
    complete(grid, "n1", false);
    kill(grid, "n1");
    final String second = worker(grid, "n2");
    complete(grid, "n2", false);
    complete(grid, "n3", false);
    assertThat(grid.job.phase())
        .isInstanceOfSatisfying(
            Phase.Finishing.class, finishing -> assertThat(finishing.worker()).isEqualTo(second));
    finishedWithoutRecovery(grid);
  }

  @Test
  void whereNobodyHasOutputsAndNobodyLivesTheJobIsFinished() {
    final OneJobGrid grid = started(2);
    complete(grid, "n1", false);
    kill(grid, "n1");
    complete(grid, "n2", false);
    assertThat(grid.job.phase()).isInstanceOf(Phase.Finishing.class);
    kill(grid, "n2");
    finishedWithoutRecovery(grid);
    assertThat(grid.job.history().result().outputs()).isEmpty();
  }
}
