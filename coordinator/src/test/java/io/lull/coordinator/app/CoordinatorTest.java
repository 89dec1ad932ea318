package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerReport;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole coordinator on a loopback port, spoken to over TLS. */
class CoordinatorTest {
  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final JobSpec JACOBI =
      JobSpec.newBuilder()
          .setApp("jacobi")
          .setMainClass("io.lull.apps.Jacobi")
          .setMinWorkers(1)
          .setMaxWorkers(2)
          .setCheckpoint("off")
          .build();

  @TempDir private Path folder;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private Coordinator coordinator;

  @BeforeEach
  void start() throws StartException {
    coordinator = Coordinator.start(options(), SystemClock.INSTANCE);
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    coordinator.close();
  }

  @Test
  void theFirstTokenIsReadableByItsUserAloneAndGoneOnceUsed() throws Exception {
    final Path file = folder.resolve("data/admin.token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    administrator();

    assertThat(file).doesNotExist();
  }

  @Test
  void aTokenBuysOneIdentityOnly() throws Exception {
    final EnrolmentToken token = token(administrator(), "node");

    assertThat(enrol(token, "ws1").role()).isEqualTo("node");
    assertThatThrownBy(() -> enrol(token, "ws2"))
        .isInstanceOf(EnrolmentException.class)
        .hasMessageContaining("good for once");
  }

  @Test
  void namesAreMadeUnique() throws Exception {
    final Identity admin = administrator();

    assertThat(enrol(token(admin, "node"), "ws1").name()).isEqualTo("ws1");
    assertThat(enrol(token(admin, "node"), "ws1").name()).isEqualTo("ws1-2");
    assertThat(enrol(token(admin, "user"), "ada").name()).isEqualTo("ada");
    assertThat(enrol(token(admin, "admin"), "ada").name()).isEqualTo("ada-2");
  }

  @Test
  void whoShowsNoCertificateMayAskNothing() throws Exception {
    final ManagedChannel channel =
        keep(
            Grpc.newChannelBuilderForAddress(
                    "127.0.0.1",
                    coordinator.address().port(),
                    TlsChannelCredentials.newBuilder()
                        .trustManager(folder.resolve("data/authority/authority.pem").toFile())
                        .build())
                .overrideAuthority(Credentials.SERVER_NAME)
                .build());

    assertRefused(
        Status.Code.UNAUTHENTICATED,
        () -> grid(channel).listNodes(ListNodesRequest.getDefaultInstance()));
  }

  @Test
  void aUserMayNotAdministerNorSeeOthersOutputs() throws Exception {
    final Identity admin = administrator();
    final ManagedChannel ada = channel(enrol(token(admin, "user"), "ada").identity());
    final ManagedChannel bob = channel(enrol(token(admin, "user"), "bob").identity());
    final String job = grid(ada).submit(JACOBI).getJob();
    final JobRequest request = JobRequest.newBuilder().setJob(job).build();

    assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> grid(ada).createToken(CreateTokenRequest.getDefaultInstance()));
    assertRefused(Status.Code.PERMISSION_DENIED, () -> grid(bob).cancel(request));
    assertRefused(Status.Code.PERMISSION_DENIED, () -> grid(bob).listOutputs(request));
    assertThat(grid(bob).getJob(request).getUser()).isEqualTo("ada");
    assertThat(grid(channel(admin)).cancel(request).getState()).isEqualTo("cancelled");
  }

  @Test
  void nonsenseIsRefusedInOneLine() throws Exception {
    final ManagedChannel admin = channel(administrator());

    assertThatThrownBy(() -> grid(admin).submit(JACOBI.toBuilder().setMinWorkers(9).build()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("above the greatest");
    assertRefused(
        Status.Code.NOT_FOUND,
        () -> grid(admin).getJob(JobRequest.newBuilder().setJob("J99").build()));
    assertRefused(
        Status.Code.NOT_FOUND,
        () -> grid(admin).drain(NodeRequest.newBuilder().setName("nobody").build()));
  }

  @Test
  void aNodeIsGivenAJobsWorkerAndItsReportIsAcknowledged() throws Exception {
    final Identity admin = administrator();
    final ManagedChannel node = channel(enrol(token(admin, "node"), "ws1").identity());
    final FakeAgent agent = FakeAgent.connect(node, "run-1", List.of());
    final AgentOrder accepted = agent.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(accepted.getFence()).isEqualTo(1);
    assertThat(accepted.getAccepted().getNode()).isEqualTo("ws1");

    final String job = grid(channel(admin)).submit(JACOBI).getJob();
    final StartWorker start =
        agent.awaits("StartWorker", AgentOrder::hasStartWorker).getStartWorker();
    assertThat(start.getJob()).isEqualTo(job);
    assertThat(start.getDataPlane().getTls()).isTrue();

    agent.say(ready(1, job, start.getWorker()));
    assertThat(
            agent
                .awaits("the report's acknowledgement", order -> order.getAcknowledged() == 1)
                .getFence())
        .isEqualTo(1);
  }

  @Test
  void aSecondAgentOfTheSameNameTakesOverAndTheFirstIsToldForGood() throws Exception {
    final Identity node = enrol(token(administrator(), "node"), "ws1").identity();
    final FakeAgent first = FakeAgent.connect(channel(node), "run-1", List.of());
    first.awaits("Accepted", AgentOrder::hasAccepted);

    final FakeAgent second = FakeAgent.connect(channel(node), "run-2", List.of());

    second.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(first.awaits("Refused", AgentOrder::hasRefused).getRefused().getFinal()).isTrue();
  }

  @Test
  void filesGoToTheCoordinatorAndBack() throws Exception {
    final ManagedChannel admin = channel(administrator());
    final byte[] content = new byte[700_000];
    new java.util.Random(7).nextBytes(content);

    final Blob blob = put(admin, FileHead.newBuilder().setName("input.csv").build(), content);

    assertThat(blob.getSizeBytes()).isEqualTo(content.length);
    assertThat(get(admin, FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
        .isEqualTo(content);
    assertThat(grid(admin).submit(JACOBI.toBuilder().addInputs(blob).build()).getJob())
        .isEqualTo("J1");
  }

  @Test
  void aWatcherSeesTheJobToItsEnd() throws Exception {
    final ManagedChannel admin = channel(administrator());
    final JobRequest job =
        JobRequest.newBuilder().setJob(grid(admin).submit(JACOBI).getJob()).build();
    final Iterator<JobView> views = grid(admin).watchJob(job);
    assertThat(views.next().getState()).isEqualTo("queued");

    assertThat(grid(admin).cancel(job).getState()).isEqualTo("cancelled");

    final List<String> seen = new ArrayList<>();
    views.forEachRemaining(view -> seen.add(view.getState()));
    assertThat(seen).last().isEqualTo("cancelled");
  }

  @Test
  void everythingIsKnownAgainAfterARestart() throws Exception {
    final Identity admin = administrator();
    final EnrolmentToken open = token(admin, "node");
    final Identity drained = enrol(token(admin, "node"), "ws0").identity();
    FakeAgent.connect(channel(drained), "run-1", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    grid(channel(admin)).drain(NodeRequest.newBuilder().setName("ws0").build());
    final Identity node = enrol(token(admin, "node"), "ws1").identity();
    FakeAgent agent = FakeAgent.connect(channel(node), "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final ManagedChannel before = channel(admin);
    final Blob blob =
        put(before, FileHead.newBuilder().setName("field.pgm").build(), new byte[] {1, 2, 3});
    final String job = grid(before).submit(JACOBI).getJob();
    final StartWorker start =
        agent.awaits("StartWorker", AgentOrder::hasStartWorker).getStartWorker();

    restart();

    final ManagedChannel after = channel(admin);
    assertThat(grid(after).listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
        .extracting(JobView::getId)
        .containsExactly(job);
    assertThat(grid(after).listNodes(ListNodesRequest.getDefaultInstance()).getNodesList())
        .extracting(NodeView::getName)
        .containsExactly("ws0", "ws1");
    assertThat(get(after, FileRequest.newBuilder().setSha256(blob.getSha256()).build()))
        .containsExactly(1, 2, 3);
    assertThat(folder.resolve("data/admin.token")).doesNotExist();
    assertThat(enrol(open, "ws2").name()).isEqualTo("ws2");
    agent =
        FakeAgent.connect(
            channel(node),
            "run-1",
            List.of(RunningWorker.newBuilder().setJob(job).setWorker(start.getWorker()).build()));
    final AgentOrder accepted = agent.awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(accepted.getFence()).isEqualTo(2);
    assertThat(accepted.getAccepted().getWantedWorkersList()).containsExactly(start.getWorker());
    FakeAgent.connect(channel(drained), "run-2", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    assertThat(grid(after).getNode(NodeRequest.newBuilder().setName("ws0").build()))
        .returns("drained", NodeView::getState)
        .returns("drained by root", NodeView::getReason);
  }

  @Test
  void aSecondCoordinatorInTheSameFolderIsRefused() {
    assertThatThrownBy(() -> Coordinator.start(options(), SystemClock.INSTANCE))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("another coordinator runs in");
  }

  @Test
  void aPortThatIsTakenIsRefusedAndNothingIsLeftRunning() throws Exception {
    final CoordinatorOptions other =
        new CoordinatorOptions(folder.resolve("other"), coordinator.address(), List.of(), null);

    assertThatThrownBy(() -> Coordinator.start(other, SystemClock.INSTANCE))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is another program using the port?");

    Coordinator.start(
            new CoordinatorOptions(folder.resolve("other"), ANY_PORT, List.of(), null),
            SystemClock.INSTANCE)
        .close();
  }

  private CoordinatorOptions options() {
    return new CoordinatorOptions(folder.resolve("data"), ANY_PORT, List.of(), null);
  }

  private void restart() throws StartException {
    channels.forEach(ManagedChannel::shutdownNow);
    coordinator.close();
    coordinator = Coordinator.start(options(), SystemClock.INSTANCE);
  }

  private Identity administrator() throws Exception {
    final String text = Files.readString(folder.resolve("data/admin.token"));
    return enrol(EnrolmentToken.parse(text), "root").identity();
  }

  private EnrolmentToken token(Identity admin, String role) {
    return EnrolmentToken.parse(
        grid(channel(admin))
            .createToken(CreateTokenRequest.newBuilder().setRole(role).build())
            .getToken());
  }

  private EnrolmentClient.Enrolled enrol(EnrolmentToken token, String name)
      throws EnrolmentException {
    return EnrolmentClient.enrol(List.of(coordinator.address()), token, name, PATIENCE);
  }

  private ManagedChannel channel(Identity identity) {
    return keep(
        Grpc.newChannelBuilderForAddress(
                "127.0.0.1",
                coordinator.address().port(),
                Credentials.client(identity, Peer.COORDINATOR))
            .overrideAuthority(Credentials.SERVER_NAME)
            .build());
  }

  private ManagedChannel keep(ManagedChannel channel) {
    channels.add(channel);
    return channel;
  }

  private static GridGrpc.GridBlockingStub grid(ManagedChannel channel) {
    return GridGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static AgentReport ready(long sequence, String job, String worker) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setFromWorker(
            FromWorker.newBuilder()
                .setJob(job)
                .setWorker(worker)
                .setReport(
                    WorkerReport.newBuilder()
                        .setReady(Ready.newBuilder().setHost("127.0.0.1").setPort(9))))
        .build();
  }

  private static Blob put(ManagedChannel channel, FileHead head, byte[] content) throws Exception {
    final CompletableFuture<Blob> stored = new CompletableFuture<>();
    final StreamObserver<FilePart> parts =
        FilesGrpc.newStub(channel)
            .put(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Blob blob) {
                    stored.complete(blob);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    stored.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    parts.onNext(
        FilePart.newBuilder().setHead(head.toBuilder().setSizeBytes(content.length)).build());
    for (int from = 0; from < content.length; from += 256 << 10) {
      final int length = Math.min(256 << 10, content.length - from);
      parts.onNext(
          FilePart.newBuilder().setContent(ByteString.copyFrom(content, from, length)).build());
    }
    parts.onCompleted();
    return stored.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static byte[] get(ManagedChannel channel, FileRequest request) throws Exception {
    final ByteArrayOutputStream content = new ByteArrayOutputStream();
    final Iterator<FilePart> parts =
        FilesGrpc.newBlockingStub(channel)
            .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .get(request);
    while (parts.hasNext()) {
      parts.next().getContent().writeTo(content);
    }
    return content.toByteArray();
  }

  private static void assertRefused(Status.Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused -> assertThat(refused.getStatus().getCode()).isEqualTo(code));
  }
}
