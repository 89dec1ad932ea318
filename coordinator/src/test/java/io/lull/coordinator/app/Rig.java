package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.config.WebOptions;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.web.StatusPage;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.WorkerReport;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A whole coordinator on a loopback port, and what those who speak to it over TLS need. */
final class Rig implements AutoCloseable {
  private static final int NARROW_BYTES = 64 << 10;

  static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  static final JobSpec JACOBI =
      JobSpec.newBuilder()
          .setApp("jacobi")
          .setMainClass("io.lull.apps.Jacobi")
          .setMinWorkers(1)
          .setMaxWorkers(2)
          .setCheckpoint("off")
          .build();

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** No notices, no network for guests. */
  private static final CoordinatorOptions.Traffic CLOSED =
      new CoordinatorOptions.Traffic(true, Webhooks.NONE, false);

  private final Path folder;
  private final @Nullable String store;
  private final CoordinatorOptions.Traffic traffic;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final CoordinatorMetrics metrics;
  private final Monitoring monitoring;
  private Coordinator coordinator;

  /**
   * @param folder in which the coordinator's is
   */
  Rig(Path folder) throws StartException {
    this(folder, null, CLOSED);
  }

  Rig(Path folder, CoordinatorOptions.Traffic traffic) throws StartException {
    this(folder, null, traffic);
  }

  /**
   * @param store a JDBC URL; null for a database in the coordinator's folder
   */
  Rig(Path folder, @Nullable String store) throws StartException {
    this(folder, store, CLOSED);
  }

  private Rig(Path folder, @Nullable String store, CoordinatorOptions.Traffic traffic)
      throws StartException {
    this(folder, store, traffic, Monitoring.of(metrics()));
  }

  private Rig(
      Path folder,
      @Nullable String store,
      CoordinatorOptions.Traffic traffic,
      Monitoring monitoring)
      throws StartException {
    this.folder = folder;
    this.store = store;
    this.traffic = traffic;
    this.metrics = monitoring.metrics();
    this.monitoring = monitoring;
    this.coordinator = Coordinator.start(options(), SystemClock.INSTANCE, monitoring);
  }

  /** One with a page for browsers, which closes with it. */
  static Rig withPage(Path folder) throws StartException {
    final CoordinatorMetrics metrics = metrics();
    final StatusPage page =
        StatusPage.open(new WebOptions(ANY_PORT, null, null), metrics, SystemClock.INSTANCE);
    return new Rig(folder, null, CLOSED, new Monitoring(metrics, Optional.of(page)));
  }

  StatusPage page() {
    return monitoring.page().orElseThrow();
  }

  /** Which nobody looks at. */
  static CoordinatorMetrics metrics() {
    return new CoordinatorMetrics(SystemClock.INSTANCE, "test");
  }

  /** What the coordinator tells of itself. */
  CoordinatorMetrics shown() {
    return metrics;
  }

  Coordinator coordinator() {
    return coordinator;
  }

  CoordinatorOptions options() {
    return new CoordinatorOptions(
        folder.resolve("data"),
        ANY_PORT,
        CoordinatorOptions.Members.NONE,
        store,
        traffic,
        CoordinatorOptions.Times.USUAL,
        CoordinatorOptions.Keeping.USUAL);
  }

  void restart() throws StartException {
    stop();
    lead();
  }

  /** Again, after it was closed. */
  void lead() throws StartException {
    coordinator = Coordinator.start(options(), SystemClock.INSTANCE, monitoring);
  }

  Identity administrator() throws Exception {
    final String text = Files.readString(folder.resolve("data/admin.token"));
    return enrol(EnrolmentToken.parse(text), "root").identity();
  }

  EnrolmentToken token(Identity admin, String role) {
    return EnrolmentToken.parse(
        grid(channel(admin))
            .createToken(CreateTokenRequest.newBuilder().setRole(role).build())
            .getToken());
  }

  EnrolmentClient.Enrolled enrol(EnrolmentToken token, String name) throws EnrolmentException {
    return EnrolmentClient.enrol(List.of(coordinator.address()), token, name, PATIENCE);
  }

  ManagedChannel channel(Identity identity) {
    return keep(dial(identity).build());
  }

  private NettyChannelBuilder dial(Identity identity) {
    return NettyChannelBuilder.forAddress(
            "127.0.0.1",
            coordinator.address().port(),
            Credentials.client(identity, Peer.COORDINATOR))
        .overrideAuthority(Credentials.SERVER_NAME);
  }

  /**
   * One whose own end holds little of what nobody reads. That end is in the same process as the
   * coordinator, and its memory is not the coordinator's.
   */
  ManagedChannel narrow(Identity identity) {
    return keep(dial(identity).flowControlWindow(NARROW_BYTES).build());
  }

  ManagedChannel keep(ManagedChannel channel) {
    channels.add(channel);
    return channel;
  }

  static GridGrpc.GridBlockingStub grid(ManagedChannel channel) {
    return GridGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  static AgentReport ready(long sequence, String job, String worker) {
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

  static Blob put(ManagedChannel channel, FileHead head, byte[] content) throws Exception {
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

  static byte[] get(ManagedChannel channel, FileRequest request) throws Exception {
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

  /** For its refusal alone. */
  static void reads(ManagedChannel channel, FileRequest request) {
    final Iterator<FilePart> parts =
        FilesGrpc.newBlockingStub(channel)
            .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .get(request);
    while (parts.hasNext()) {
      final var _ = parts.next();
    }
  }

  static void assertRefused(Status.Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused -> assertThat(refused.getStatus().getCode()).isEqualTo(code));
  }

  /** What others see of it stays. */
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    coordinator.close();
  }

  @Override
  public void close() {
    stop();
    monitoring.page().ifPresent(StatusPage::close);
  }
}
