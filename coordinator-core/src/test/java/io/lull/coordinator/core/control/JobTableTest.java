package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.notice.NoticeBoard;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that follow others. */
class JobTableTest {
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  private final VirtualClock clock = new VirtualClock();
  private JobTable table = table();

  private JobTable table() {
    return new JobTable(
        new JobStore(shelves),
        JobTableTest::key,
        new NoticeBoard(new NoticeStore(shelves), () -> true, (_, _) -> {}, clock),
        new PendingOrders(),
        clock,
        ControlObserver.NONE);
  }

  private static DataPlane key(String job) {
    return DataPlane.newBuilder()
        .setTls(true)
        .setCertificateDer(ByteString.copyFromUtf8("the certificate of " + job))
        .build();
  }

  private void add(long number, String... after) {
    add(number, 1, after);
  }

  private void add(long number, int tasks, String... after) {
    add(number, tasks, DataPlane.getDefaultInstance(), after);
  }

  private void add(long number, int tasks, DataPlane plane, String... after) {
    table.add(
        Job.submitted(
            new JobTerms(
                number,
                "ada",
                JobSpec.newBuilder()
                    .setName("render")
                    .setBag(Bag.newBuilder().addCommand("true").setTasks(tasks))
                    .setMaxWorkers(2)
                    .addAllAfter(List.of(after))
                    .build(),
                plane,
                ByteString.EMPTY,
                clock.epochMillis())));
  }

  private Job job(String id) {
    return table.find(id).orElseThrow();
  }

  private void finish(String id) {
    end(start(id), id, 0);
    assertThat(job(id).state()).isEqualTo(JobState.FINISHED);
  }

  /** Its worker. */
  private String start(String id) {
    table.tell(
        id,
        new JobEvent.Placed(
            List.of(new PlacedNode("n1", "127.0.0.1", 1, 1, List.of())),
            List.of(),
            Map.of(),
            EventCause.SCHEDULER,
            "its share"));
    final String worker = job(id).workers().keySet().iterator().next();
    table.tell(id, said(worker, WorkerReport.newBuilder().setReady(Ready.newBuilder())));
    return worker;
  }

  private void end(String worker, String id, int task) {
    table.tell(
        id,
        said(
            worker,
            WorkerReport.newBuilder()
                .setTaskEnded(TaskEnded.newBuilder().setTask(TaskTry.newBuilder().setTask(task)))));
  }

  private static JobEvent said(String worker, WorkerReport.Builder report) {
    return new JobEvent.Said("n1", worker, report.build(), FreeShare.WHOLE);
  }

  @Test
  void whatWasPromisedACertificateHasOneOfItsOwnOnceItHasNodesAndKeepsIt() {
    final ByteString pieces = ByteString.copyFromUtf8("the key of its pieces");
    add(1, 1, DataPlane.newBuilder().setTls(true).setPieceKey(pieces).build());
    add(2);
    table.store();
    table = table();
    assertThat(job("J1").terms().awaitsKey()).isTrue();

    start("J1");
    start("J2");
    assertThat(job("J1").terms().dataPlane())
        .isEqualTo(key("J1").toBuilder().setPieceKey(pieces).build());
    assertThat(job("J2").terms().dataPlane()).isEqualTo(DataPlane.getDefaultInstance());

    table.store();
    table = table();
    assertThat(job("J1").terms().dataPlane())
        .isEqualTo(key("J1").toBuilder().setPieceKey(pieces).build());
  }

  @Test
  void aJobWaitsUntilAllThatItFollowsHaveFinished() {
    add(1);
    add(2);
    add(3, "J1", "J2");
    table.follow();
    finish("J1");
    table.follow();
    assertThat(job("J3").awaiting()).isTrue();
    assertThat(JobViews.of(job("J3")).getReason()).isEqualTo("waits for J1, J2 to finish");
    finish("J2");
    table.follow();
    assertThat(job("J3").awaiting()).isFalse();
    assertThat(job("J3").state()).isEqualTo(JobState.QUEUED);
  }

  @Test
  void aJobFailsWithOneThatItFollowsAndSoDoesWhatFollowsIt() {
    add(1);
    add(2, "J1");
    add(3, "J2");
    table.tell("J1", new JobEvent.Cancel("ada"));
    table.follow();
    assertThat(JobViews.of(job("J2")).getError())
        .isEqualTo("it depended on J1, which is cancelled");
    table.follow();
    assertThat(job("J3").state()).isEqualTo(JobState.FAILED);
  }

  private void add(long number, JobSpec.Builder spec) {
    table.add(
        Job.submitted(
            new JobTerms(
                number,
                "ada",
                spec.setMinWorkers(1).setMaxWorkers(1).build(),
                DataPlane.getDefaultInstance(),
                ByteString.EMPTY,
                clock.epochMillis())));
  }

  @Test
  void aJobThatNeedsOthersToEndDoesNotMindHow() {
    add(1);
    add(2, JobSpec.newBuilder().addAfterEnded("J1"));
    table.follow();
    assertThat(job("J2").awaiting()).isTrue();
    assertThat(JobViews.of(job("J2")).getReason()).isEqualTo("waits for J1 to end");
    table.tell("J1", new JobEvent.Cancel("ada"));
    table.follow();
    assertThat(job("J2").awaiting()).isFalse();
    assertThat(job("J2").state()).isEqualTo(JobState.QUEUED);
  }

  @Test
  void aJobThatIsToBeginLaterWaitsUntilThen() {
    final long begin = clock.epochMillis() + 3_600_000;
    add(1, JobSpec.newBuilder().setBeginMillis(begin));
    table.follow();
    assertThat(job("J1").awaiting()).isTrue();
    assertThat(JobViews.of(job("J1")).getReason())
        .isEqualTo("waits until " + Instant.ofEpochMilli(begin));
    clock.advance(Duration.ofHours(1));
    table.follow();
    assertThat(job("J1").awaiting()).isFalse();
  }

  @Test
  void aTasksEndMakesANewPlanOnlyWhenItChangesHowManyWorkersAreOfUse() {
    add(1, 3);
    final String worker = start("J1");
    assertThat(table.takeUnplanned()).isTrue();
    end(worker, "J1", 0);
    assertThat(table.takeUnplanned()).as("two workers are still of use").isFalse();
    end(worker, "J1", 1);
    assertThat(table.takeUnplanned()).as("one will do").isTrue();
    end(worker, "J1", 2);
    assertThat(table.takeUnplanned()).as("it has ended").isTrue();
    assertThat(job("J1").state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aRestartForgetsNobodysTurn() {
    add(1);
    add(2, "J1");
    table.follow();
    finish("J1");
    table.storeEverything();
    table = table();
    assertThat(job("J2").awaiting()).isTrue();
    table.follow();
    assertThat(job("J2").awaiting()).isFalse();
  }
}
