package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEffect;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.TasksEnded;
import io.lull.protocol.wire.WorkerReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bags: each task is done once, whatever becomes of the workers that run it. */
class JobMachineBagTest {
  private static JobView view(OneJobGrid grid) {
    return JobViews.of(grid.job);
  }

  /** Ends as it should: each task that prints has one output, and no other has any. */
  private static void assertAllDone(OneJobGrid grid, int tasks) {
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(view(grid).getTasks().getDone()).isEqualTo(tasks);
    assertThat(view(grid).getOutputsList().stream().map(Blob::getName))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, tasks)
                .filter(TasksModel::prints)
                .mapToObj(task -> task + ".stdout")
                .toList());
  }

  private static OneJobGrid running(int nodes, int tasks) {
    final OneJobGrid grid = OneJobGrid.bag(nodes, nodes, tasks, 0);
    grid.dispatch();
    grid.run("all have tasks", () -> dealing(grid).assignments().size() == nodes);
    return grid;
  }

  private static Phase.Dealing dealing(OneJobGrid grid) {
    return grid.job.dealing().orElse(new Phase.Dealing(Tasks.NONE_DEALT, Map.of(), 0));
  }

  @Test
  void everyTaskIsDoneOnce() {
    final OneJobGrid grid = running(3, 100);
    assertThat(view(grid).getState()).isEqualTo("running");
    grid.finish();
    assertAllDone(grid, 100);
    assertThat(grid.event("end").getOutcome()).isEqualTo("done");
  }

  @Test
  void aTaskOfAnOwnersNodeIsDoneElsewhereAtOnce() {
    final OneJobGrid grid = running(3, 200);
    grid.run("far enough", () -> dealing(grid).tasks().done() > 20);
    grid.ownerReturns("n2");
    grid.deliverAll();
    assertThat(grid.node("n2").workers).as("nobody waits for a task").isEmpty();
    assertThat(grid.event("shrink").getCause()).isEqualTo("owner");
    assertThat(grid.event("shrink").getOutcome()).contains("reassigned");
    grid.finish();
    assertAllDone(grid, 200);
    assertThat(grid.job.history().faults().starts()).isZero();
  }

  @Test
  void outputsThatLieWhereAWorkerHasEndedAreFetched() {
    final OneJobGrid grid = running(2, 60);
    grid.run("far enough", () -> dealing(grid).tasks().done() > 5);
    grid.compute();
    while (grid.node("n1").workers.values().iterator().next().tasks.waiting() > 0) {
      grid.compute();
    }
    grid.ownerReturns("n1");
    grid.finish();
    assertAllDone(grid, 60);
  }

  @Test
  void aWorkerThatIsGoneIsNotCountedThoughItsOutputsAreStillFetched() {
    final OneJobGrid grid = running(2, 60);
    while (dealing(grid).assignments().values().stream()
        .noneMatch(assignment -> assignment.node().equals("n1") && !assignment.ended().isEmpty())) {
      if (!grid.deliverOne(grid.node("n1"))) {
        grid.compute();
      }
    }
    grid.ownerReturns("n1");
    assertThat(dealing(grid).assignments()).hasSize(2);
    grid.ownerReturns("n2");
    assertThat(grid.event("shrink").getNodesLeftList()).containsExactly("n2");
    assertThat(grid.event("shrink").getFrom()).isEqualTo(1);
    assertThat(grid.event("shrink").getTo()).isZero();
  }

  @Test
  void theLogOfABagThatIsCancelledIsFetched() {
    final OneJobGrid grid = running(2, 60);
    assertThat(JobMachine.on(grid.job, new JobEvent.Cancel("ada"), grid.now).effects())
        .anyMatch(effect ->
            effect instanceof JobEffect.Send(var _, AgentOrder order)
                && order.hasStoreOutputs()
                && order.getStoreOutputs().getTasksCount() == 0);
  }

  @Test
  void whatABagThatIsCancelledHadStoredIsKept() {
    final OneJobGrid grid = running(3, 200);
    grid.run("far enough", () -> view(grid).getTasks().getDone() > 20);
    final List<Blob> stored = JobViews.outputs(grid.job);
    assertThat(stored).isNotEmpty();
    final Job cancelled = JobMachine.on(grid.job, new JobEvent.Cancel("ada"), grid.now).job();
    assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
    assertThat(JobViews.of(cancelled).getOutputsList()).isEqualTo(stored);
  }

  @Test
  void aBagWithoutNodesWaitsAndGoesOn() {
    final OneJobGrid grid = running(2, 100);
    grid.ownerReturns("n1");
    grid.ownerReturns("n2");
    grid.run("has nothing", () -> grid.job.occupied().isEmpty());
    grid.run("says so", () -> view(grid).getState().equals("suspended"));
    grid.ownerLeaves("n1");
    grid.finish();
    assertAllDone(grid, 100);
  }

  @Test
  void aTaskThatFailsFailsTheBagOnceAllOthersAreDone() {
    final OneJobGrid grid = OneJobGrid.bag(2, 2, 50, 0);
    grid.exitCodes.put(7, 3);
    grid.exitCodes.put(8, 4);
    grid.dispatch();
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(view(grid).getError())
        .isEqualTo("2 of 50 tasks failed: task 7 (exit code 3), task 8 (exit code 4)");
    assertThat(view(grid).getTasks().getDone()).isEqualTo(48);
    assertThat(view(grid).getTasks().getFailed()).isEqualTo(2);
    assertThat(view(grid).getOutputsList().stream().map(Blob::getName))
        .as("what the failed one printed tells why")
        .contains("8.stdout");
  }

  @Test
  void aTaskIsTriedAgainAsOftenAsItsUserWants() {
    final OneJobGrid grid = OneJobGrid.bag(2, 2, 20, 2);
    grid.exitCodes.put(6, 1);
    grid.dispatch();
    grid.run("was tried once", () -> dealing(grid).tasks().mishaps(6).failures() == 1);
    grid.exitCodes.clear();
    grid.finish();
    assertAllDone(grid, 20);
  }

  @Test
  void aTaskThatFailedBeforeIsNotGivenUpWhereItCannotBeRun() {
    final OneJobGrid grid = OneJobGrid.bag(2, 2, 20, 2);
    grid.exitCodes.put(6, 1);
    grid.dispatch();
    grid.run("was tried once", () -> dealing(grid).tasks().mishaps(6).failures() == 1);
    grid.exitCodes.put(6, -1);
    grid.run(
        "could not be run once",
        () -> grid.job.ended() || dealing(grid).tasks().mishaps(6).deaths() == 1);
    grid.exitCodes.clear();
    grid.finish();
    assertAllDone(grid, 20);
  }

  @Test
  void aTaskThatKillsItsWorkersFails() {
    final OneJobGrid grid = OneJobGrid.bag(4, 1, 1, 0);
    grid.dispatch();
    for (int death = 1; death <= Limits.TASK_DEATHS; death++) {
      final int deaths = death;
      grid.run(
          "has the task", () -> !dealing(grid).assignments().isEmpty() && busy(grid).isPresent());
      final NodeModel node = busy(grid).orElseThrow();
      node.kill(node.workers.keySet().iterator().next(), "died by itself");
      grid.deliverAll();
      grid.run(
          "noticed", () -> grid.job.ended() || dealing(grid).tasks().mishaps(0).deaths() == deaths);
    }
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(view(grid).getError()).contains("task 0 (its worker died").contains("3 times");
  }

  private static Optional<NodeModel> busy(OneJobGrid grid) {
    return grid.nodes().stream()
        .filter(node -> node.workers.values().stream().anyMatch(w -> w.tasks.waiting() > 0))
        .findFirst();
  }

  @Test
  void aTaskThatCannotBeEndedIsEndedWithItsWorkerAndThoseBesideItComeBack() {
    final OneJobGrid grid = OneJobGrid.bag(2, 1, 60, 0);
    grid.exitCodes.put(7, 124);
    grid.endless.add(7);
    grid.dispatch();
    grid.run("its worker is ended", () -> dealing(grid).tasks().failed().containsKey(7));
    assertThat(grid.job.workers().values())
        .as("another one has taken its place")
        .extracting(Worker::id)
        .doesNotContain("J1-w1");
    assertThat(grid.event("shrink").getOutcome()).contains("reassigned");
    assertThat(dealing(grid).tasks().mishaps().values())
        .as("nobody else is at fault")
        .allMatch(mishaps -> mishaps.deaths() == 0 && mishaps.failures() == 0);
    grid.finish();
    assertThat(view(grid).getError()).isEqualTo("1 of 60 tasks failed: task 7 (exit code 124)");
    assertThat(view(grid).getTasks().getDone()).isEqualTo(59);
  }

  @Test
  void aWorkerThatTellsAnEndTwiceInOneReportIsHeardOnce() {
    final OneJobGrid grid = running(1, 50);
    final WorkerModel worker = grid.node("n1").workers.values().iterator().next();
    final int dealt =
        dealing(grid).assignments().values().iterator().next().dealt().keySet().iterator().next();
    final TaskEnded end =
        TaskEnded.newBuilder().setTask(TaskTry.newBuilder().setTask(dealt)).setRunMicros(9).build();
    final int done = dealing(grid).tasks().done();
    worker.say(
        WorkerReport.newBuilder()
            .setTasksEnded(
                TasksEnded.newBuilder()
                    .addTasks(end)
                    .addTasks(end.toBuilder().setRunMicros(10))
                    .addTasks(TaskEnded.newBuilder().setTask(TaskTry.newBuilder().setTask(49)))));
    grid.deliverAll();
    assertThat(dealing(grid).tasks().done()).isEqualTo(done + 1);
  }

  @Test
  void nobodyIsDealtMoreThanHalfOfAnEvenShare() {
    final OneJobGrid grid = OneJobGrid.bag(3, 3, 120, 0);
    grid.dispatch();
    grid.run("all have tasks", () -> dealing(grid).assignments().size() == 3);
    while (!grid.job.ended()) {
      final int left = dealing(grid).tasks().open(120);
      for (final TaskAssignment assignment : dealing(grid).assignments().values()) {
        assertThat(assignment.dealt().size())
            .isLessThanOrEqualTo(Math.max(2 * TasksModel.SLOTS, left / 2));
      }
      grid.tick();
    }
    assertAllDone(grid, 120);
  }

  @Test
  void aNodeThatAnotherJobGetsEndsWhatItRuns() {
    final OneJobGrid grid = running(2, 100);
    final List<WorkerModel> both =
        grid.nodes().stream().flatMap(node -> node.workers.values().stream()).toList();
    assertThat(both).hasSize(2).allMatch(worker -> worker.tasks.waiting() > 0);
    grid.give(new JobEvent.Resize(1));
    grid.dispatch();
    assertThat(both).as("nobody is interrupted").allMatch(w -> !w.node.workers.isEmpty());
    grid.run("one has left", () -> both.stream().anyMatch(w -> w.node.workers.isEmpty()));
    assertThat(grid.event("shrink").getOutcome()).isEqualTo("done");
    grid.finish();
    assertAllDone(grid, 100);
  }

  @Test
  void aJobMayHaveNodesForAsLongAsItsLimitSays() {
    final OneJobGrid sample = OneJobGrid.bag(1, 1, 9_000, 0);
    final OneJobGrid grid =
        new OneJobGrid(1, sample.job.terms().spec().toBuilder().setLimitMillis(20_000).build(), 0);
    grid.dispatch();
    grid.run("has done some", () -> dealing(grid).tasks().done() > 10);
    grid.ownerReturns("n1");
    grid.run("has none", () -> grid.job.occupied().isEmpty());
    final long before = grid.now;
    grid.run("waits long", () -> grid.now - before > 60_000);
    assertThat(grid.job.ended()).as("waiting does not count").isFalse();
    grid.ownerLeaves("n1");
    grid.finish();
    assertThat(view(grid).getError())
        .isEqualTo("it had nodes for 20s and had not finished: that was its limit");
  }

  @Test
  void aBagOfFewTasksBeginsOnAsManyNodes() {
    final OneJobGrid grid = OneJobGrid.bag(4, 4, 1, 0);
    grid.dispatch();
    assertThat(grid.job.placed().nodes()).hasSize(1);
    grid.finish();
    assertThat(view(grid).getTasks().getDone()).isEqualTo(1);
  }

  @Test
  void theLastTasksDoNotKeepNodesThatHaveNothingToDo() {
    final OneJobGrid grid = running(4, 40);
    grid.run("one is left", () -> grid.job.ended() || dealing(grid).tasks().open(40) == 1);
    assertThat(grid.job.ended() || grid.job.greatest() == 1).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
      })
  void everyTaskIsDoneOnceWhateverHappened(long seed) {
    final RandomGenerator random = new Random(seed);
    final int nodes = 1 + random.nextInt(5);
    final int tasks = 1 + random.nextInt(200);
    final OneJobGrid grid = OneJobGrid.bag(nodes, 1 + random.nextInt(5), tasks, 0);
    JobMachineHistoriesTest.troubleThenPeace(grid, random, seed);
    // Only one whose workers died again and again while they ran it may be given up.
    final List<String> failed =
        grid.job.history().result().error().isEmpty()
            ? List.of()
            : List.of(grid.job.history().result().error());
    assertThat(failed)
        .as("seed %d", seed)
        .allMatch(error -> error.contains("its worker died") || error.contains("3 times"));
    final JobView view = view(grid);
    assertThat(view.getTasks().getDone() + view.getTasks().getFailed())
        .as("seed %d", seed)
        .isEqualTo(tasks);
    assertThat(view.getOutputsList().stream().map(Blob::getName))
        .as("seed %d", seed)
        .doesNotHaveDuplicates();
    if (failed.isEmpty()) {
      assertAllDone(grid, tasks);
    }
    assertThat(grid.nodes()).as("seed %d", seed).allMatch(node -> node.workers.isEmpty());
  }
}
