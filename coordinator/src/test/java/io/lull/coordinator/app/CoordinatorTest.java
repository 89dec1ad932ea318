package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.config.StartException;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.DrainRequest;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobArray;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole coordinator on a loopback port, spoken to over TLS. */
class CoordinatorTest {
  @TempDir private Path folder;
  private Rig rig;

  @BeforeEach
  void start() throws StartException {
    rig = new Rig(folder);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void nonsenseIsRefusedInOneLine() throws Exception {
    final ManagedChannel admin = rig.channel(rig.administrator());

    assertThatThrownBy(
            () -> Rig.grid(admin).submit(Rig.JACOBI.toBuilder().setMinWorkers(9).build()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("is above the maximum");
    Rig.assertRefused(
        Status.Code.NOT_FOUND,
        () -> Rig.grid(admin).getJob(JobRequest.newBuilder().setJob("J99").build()));
    Rig.assertRefused(
        Status.Code.NOT_FOUND,
        () -> Rig.grid(admin).drain(DrainRequest.newBuilder().setName("nobody").build()));
  }

  @Test
  void ofAnArrayAllJobsAreTakenOrNone() throws Exception {
    final GridGrpc.GridBlockingStub grid = Rig.grid(rig.channel(rig.administrator()));
    final JobSpec wrong = Rig.JACOBI.toBuilder().setMinWorkers(9).build();
    Rig.assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () -> grid.submitArray(JobArray.newBuilder().addJobs(Rig.JACOBI).addJobs(wrong).build()));
    Rig.assertRefused(
        Status.Code.INVALID_ARGUMENT, () -> grid.submitArray(JobArray.getDefaultInstance()));
    assertThat(grid.listJobs(ListJobsRequest.newBuilder().setAll(true).build()).getJobsList())
        .isEmpty();

    final JobArray three =
        JobArray.newBuilder()
            .addJobs(Rig.JACOBI.toBuilder().setRequest("a"))
            .addJobs(Rig.JACOBI.toBuilder().setRequest("b"))
            .addJobs(Rig.JACOBI.toBuilder().setRequest("c"))
            .build();
    final List<String> jobs = grid.submitArray(three).getJobsList();
    assertThat(jobs).hasSize(3).doesNotHaveDuplicates();
    assertThat(grid.submitArray(three).getJobsList()).as("asked twice").isEqualTo(jobs);
  }

  @Test
  void aNodeIsGivenAJobsWorkerAndItsReportIsAcknowledged() throws Exception {
    final Identity admin = rig.administrator();
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ws1").identity());
    final FakeAgent agent = FakeAgent.connect(node, "run-1", List.of());
    final AgentOrder accepted = agent.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(accepted.getFence()).isEqualTo(1);
    assertThat(accepted.getAccepted().getNode()).isEqualTo("ws1");

    final String job = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob();
    final StartWorker start =
        agent.awaits("StartWorker", AgentOrder::hasStartWorker).getStartWorker();
    assertThat(start.getJob()).isEqualTo(job);
    assertThat(start.getDataPlane().getTls()).isTrue();
    assertThat(start.getDataPlane().getCertificateDer()).isNotEmpty();

    agent.say(Rig.ready(1, job, start.getWorker()));
    assertThat(
            agent
                .awaits("the report's acknowledgement", order -> order.getAcknowledged() == 1)
                .getFence())
        .isEqualTo(1);
  }

  @Test
  void explainsWhyAJobWaitsAndWhatANodeDoes() throws Exception {
    final Identity admin = rig.administrator();
    final String job =
        Rig.grid(rig.channel(admin))
            .submit(Rig.JACOBI.toBuilder().setMinWorkers(2).setMaxWorkers(2).build())
            .getJob();
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ws1").identity());
    FakeAgent.connect(node, "run-1", List.of()).awaits("Accepted", AgentOrder::hasAccepted);

    assertThat(
            Rig.grid(rig.channel(admin))
                .explainJob(JobRequest.newBuilder().setJob(job).build())
                .getLinesList())
        .contains(
            "J1 waits for 1 more idle node: 1 of 2 available; the grid has only 1 in all",
            "of the grid's 1 node: 1 free");
    assertThat(
            Rig.grid(rig.channel(admin))
                .explainNode(NodeRequest.newBuilder().setName("ws1").build())
                .getLinesList())
        .contains("ws1 is free");
    Rig.assertRefused(
        Status.Code.NOT_FOUND,
        () ->
            Rig.grid(rig.channel(admin)).explainJob(JobRequest.newBuilder().setJob("J9").build()));
  }

  @Test
  void aSecondAgentOfTheSameNameTakesOverAndTheFirstIsToldForGood() throws Exception {
    final Identity node = rig.enrol(rig.token(rig.administrator(), "node"), "ws1").identity();
    final FakeAgent first = FakeAgent.connect(rig.channel(node), "run-1", List.of());
    first.awaits("Accepted", AgentOrder::hasAccepted);

    final FakeAgent second = FakeAgent.connect(rig.channel(node), "run-2", List.of());

    second.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(first.awaits("Refused", AgentOrder::hasRefused).getRefused().getFinal()).isTrue();
  }

  @Test
  void filesGoToTheCoordinatorAndBack() throws Exception {
    final ManagedChannel admin = rig.channel(rig.administrator());
    final byte[] content = new byte[700_000];
    new java.util.Random(7).nextBytes(content);

    final Blob blob = Rig.put(admin, FileHead.newBuilder().setName("input.csv").build(), content);

    assertThat(blob.getSizeBytes()).isEqualTo(content.length);
    assertThat(Rig.get(admin, FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
        .isEqualTo(content);
    assertThat(Rig.grid(admin).submit(Rig.JACOBI.toBuilder().addInputs(blob).build()).getJob())
        .isEqualTo("J1");
  }

  @Test
  void aFileIsNamedInAJobOnlyByWhoHasSentIt() throws Exception {
    final Identity admin = rig.administrator();
    final Identity owner = rig.enrol(rig.token(admin, "user"), "ada").identity();
    final Identity other = rig.enrol(rig.token(admin, "user"), "bob").identity();
    final ManagedChannel ada = rig.channel(owner);
    final ManagedChannel bob = rig.channel(other);
    final FileHead head = FileHead.newBuilder().setName("secret.csv").build();
    final byte[] content = {1, 2, 3};
    final Blob blob = Rig.put(ada, head, content);
    final JobSpec theft = Rig.JACOBI.toBuilder().addInputs(blob).build();
    assertThatThrownBy(() -> Rig.grid(bob).submit(theft))
        .hasMessageContaining("must be uploaded before the job is submitted");
    assertThatThrownBy(
            () -> Rig.get(bob, FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
        .hasMessageContaining("no job of user bob has such a program or input");

    Rig.put(bob, head, content);
    rig.restart();

    assertThat(Rig.grid(rig.channel(other)).submit(theft).getJob()).isEqualTo("J1");
    assertThat(Rig.grid(rig.channel(owner)).submit(theft).getJob()).isEqualTo("J2");
  }

  @Test
  void aWatcherSeesTheJobToItsEnd() throws Exception {
    final ManagedChannel admin = rig.channel(rig.administrator());
    final JobRequest job =
        JobRequest.newBuilder().setJob(Rig.grid(admin).submit(Rig.JACOBI).getJob()).build();
    final Iterator<JobView> views = Rig.grid(admin).watchJob(job);
    assertThat(views.next().getState()).isEqualTo("queued");

    assertThat(Rig.grid(admin).cancel(job).getState()).isEqualTo("cancelled");

    final List<String> seen = new ArrayList<>();
    views.forEachRemaining(view -> seen.add(view.getState()));
    assertThat(seen).last().isEqualTo("cancelled");
  }

  @Test
  void everythingIsKnownAgainAfterARestart() throws Exception {
    final Identity admin = rig.administrator();
    final EnrolmentToken open = rig.token(admin, "node");
    final Identity drained = rig.enrol(rig.token(admin, "node"), "ws0").identity();
    FakeAgent.connect(rig.channel(drained), "run-1", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    Rig.grid(rig.channel(admin)).drain(DrainRequest.newBuilder().setName("ws0").build());
    final Identity node = rig.enrol(rig.token(admin, "node"), "ws1").identity();
    FakeAgent agent = FakeAgent.connect(rig.channel(node), "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final ManagedChannel before = rig.channel(admin);
    final Blob blob =
        Rig.put(before, FileHead.newBuilder().setName("field.pgm").build(), new byte[] {1, 2, 3});
    final String job = Rig.grid(before).submit(Rig.JACOBI).getJob();
    final StartWorker start =
        agent.awaits("StartWorker", AgentOrder::hasStartWorker).getStartWorker();

    rig.restart();

    final ManagedChannel after = rig.channel(admin);
    assertThat(Rig.grid(after).listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
        .extracting(JobView::getId)
        .containsExactly(job);
    assertThat(Rig.grid(after).listNodes(ListNodesRequest.getDefaultInstance()).getNodesList())
        .extracting(NodeView::getName)
        .containsExactly("ws0", "ws1");
    assertThat(Rig.get(after, FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
        .containsExactly(1, 2, 3);
    assertThat(folder.resolve("data/admin.token")).doesNotExist();
    assertThat(rig.enrol(open, "ws2").name()).isEqualTo("ws2");
    agent =
        FakeAgent.connect(
            rig.channel(node),
            "run-1",
            List.of(RunningWorker.newBuilder().setJob(job).setWorker(start.getWorker()).build()));
    final AgentOrder accepted = agent.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(accepted.getFence()).isEqualTo(2);
    assertThat(accepted.getAccepted().getWantedWorkersList()).containsExactly(start.getWorker());
    FakeAgent.connect(rig.channel(drained), "run-2", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(Rig.grid(after).getNode(NodeRequest.newBuilder().setName("ws0").build()))
        .returns("drained", NodeView::getState)
        .returns("drained by root", NodeView::getReason);
  }

  @Test
  void aCopyOfItsFolderIsEnoughToGoOnFrom() throws Exception {
    final Identity admin = rig.administrator();
    final String job = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob();
    rig.close();
    final Path copy = folder.resolve("elsewhere");
    try (Stream<Path> all = Files.walk(folder.resolve("data"))) {
      for (final Path path : all.toList()) {
        final Path target = copy.resolve("data").resolve(folder.resolve("data").relativize(path));
        Files.createDirectories(target.getParent());
        Files.copy(path, target);
      }
    }

    rig = new Rig(copy);

    assertThat(
            Rig.grid(rig.channel(admin))
                .getJob(JobRequest.newBuilder().setJob(job).build())
                .getState())
        .isEqualTo("queued");
  }

  @Test
  void whatIsSubmittedAgainWithTheSameRequestIsTheSameJob() throws Exception {
    final Identity admin = rig.administrator();
    final Identity ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
    final JobSpec asked = Rig.JACOBI.toBuilder().setRequest("once-7").build();
    final String job = Rig.grid(rig.channel(admin)).submit(asked).getJob();
    assertThat(Rig.grid(rig.channel(admin)).submit(asked).getJob()).isEqualTo(job);
    assertThat(Rig.grid(rig.channel(ada)).submit(asked).getJob()).as("another's").isNotEqualTo(job);

    rig.restart();

    assertThat(Rig.grid(rig.channel(admin)).submit(asked).getJob()).isEqualTo(job);
    assertThatThrownBy(
            () -> Rig.grid(rig.channel(admin)).submit(asked.toBuilder().setRequest("a b").build()))
        .hasMessageContaining("request id must have at most 64 letters");
  }

  @Test
  void aSecondCoordinatorInTheSameFolderIsRefused() {
    assertThatThrownBy(() ->
            Coordinator.start(rig.options(), SystemClock.INSTANCE, Monitoring.of(Rig.metrics())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("another coordinator runs in");
  }

  @Test
  void aPortThatIsTakenIsRefusedAndNothingIsLeftRunning() throws Exception {
    final CoordinatorOptions other =
        new CoordinatorOptions(
            folder.resolve("other"),
            rig.coordinator().address(),
            CoordinatorOptions.Members.NONE,
            null,
            true,
            CoordinatorOptions.Times.USUAL);

    assertThatThrownBy(
            () -> Coordinator.start(other, SystemClock.INSTANCE, Monitoring.of(Rig.metrics())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is another program using the port?");

    Coordinator.start(
            new CoordinatorOptions(
                folder.resolve("other"),
                Rig.ANY_PORT,
                CoordinatorOptions.Members.NONE,
                null,
                true,
                CoordinatorOptions.Times.USUAL),
            SystemClock.INSTANCE,
            Monitoring.of(Rig.metrics()))
        .close();
  }
}
