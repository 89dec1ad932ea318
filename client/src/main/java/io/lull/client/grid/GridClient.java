package io.lull.client.grid;

import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.lull.client.ClientFailure;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.Role;
import io.lull.protocol.text.VisibleOutput;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AuditList;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CreateTokenReply;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.DrainRequest;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobArray;
import io.lull.protocol.wire.JobArrayReply;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.ListRevokedRequest;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.protocol.wire.SubmitReply;
import io.lull.protocol.wire.TermsRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The coordinator's client for users. Every call has a deadline; every failure is a {@link
 * ClientFailure} with its kind and line. Safe for several threads.
 */
public final class GridClient implements AutoCloseable {
  static final Duration CALL_LIMIT = Duration.ofSeconds(20);

  /** A watch is renewed after this time, which detects a dead connection. */
  static final Duration WATCH_LIMIT = Duration.ofSeconds(60);

  /** Of {@link #drain}. */
  public static final long AT_ONCE = 0;

  /** How long a watch waits for a lost coordinator to return. */
  static final Duration WATCH_PATIENCE = Duration.ofMinutes(2);

  /** Calls that a coordinator may answer while it is shutting down. */
  private static final int MAX_TRIES = 10;

  /** Consecutive watches that may end without a message. */
  private static final int SILENT_WATCHES = 5;

  /** Many times what another member needs to take the lead. */
  private static final Duration FAILOVER_PATIENCE = Duration.ofSeconds(20);

  private final Connections connections;
  private final Transfers transfers;
  private final Duration patience;
  private final SubmissionNames names;
  private final Clock clock;

  /**
   * @param coordinators addresses of one grid, tried in turn
   * @param patience how long to look for another of several, when the leader is gone
   * @param random for the identifiers of submissions
   */
  public GridClient(
      List<HostPort> coordinators,
      Dialer dialer,
      Duration patience,
      Clock clock,
      RandomGenerator random) {
    this.connections = new Connections(coordinators, dialer, clock);
    this.transfers = new Transfers();
    this.patience = patience;
    this.names = new SubmissionNames(random);
    this.clock = clock;
  }

  /**
   * @param coordinators addresses of one grid, tried in turn
   * @param random as for the constructor
   */
  public static GridClient of(
      Identity identity, List<HostPort> coordinators, Clock clock, RandomGenerator random) {
    return new GridClient(coordinators, Dialer.secured(identity), FAILOVER_PATIENCE, clock, random);
  }

  /**
   * @param name whom it enrols; empty: whoever has it chooses a name
   */
  public CreateTokenReply createToken(Role role, String name, Duration expires) {
    final CreateTokenRequest request =
        CreateTokenRequest.newBuilder()
            .setRole(role.wire())
            .setName(name)
            .setExpiresSeconds(expires.toSeconds())
            .build();
    return change(grid -> grid.createToken(request));
  }

  public SubmitReply submit(JobSpec spec) {
    final JobSpec named = names.named(spec);
    return ask(grid -> grid.submit(named));
  }

  /** Submits all of them or none. */
  public JobArrayReply submit(List<JobSpec> specs) {
    final List<JobSpec> named = specs.stream().map(names::named).toList();
    final JobArray array = JobArray.newBuilder().addAllJobs(named).build();
    return ask(grid -> grid.submitArray(array));
  }

  /**
   * @param all including those that have ended
   */
  public List<JobView> jobs(boolean all) {
    final ListJobsRequest request = ListJobsRequest.newBuilder().setAll(all).build();
    return ask(grid -> grid.listJobs(request)).getJobsList();
  }

  public JobView job(String id) {
    return ask(grid -> grid.getJob(request(id)));
  }

  /**
   * Reports the job now and at every change, until it has ended; waits for a lost coordinator.
   *
   * @param interrupted called once for each loss of the coordinator
   * @return the job at its end
   */
  public JobView watch(String id, Consumer<JobView> onChange, Runnable interrupted) {
    for (int silent = 0; ; ) {
      final Connections.Link link = connections.connect();
      try {
        final Iterator<JobView> views =
            GridGrpc.newBlockingStub(link.channel())
                .withDeadlineAfter(WATCH_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .watchJob(request(id));
        while (views.hasNext()) {
          final JobView view = views.next();
          silent = 0;
          onChange.accept(view);
          if (JobState.of(view.getState()).ended()) {
            return view;
          }
        }
        if (++silent > SILENT_WATCHES) {
          throw new ClientFailure(
              ClientFailure.Kind.FAILED,
              "the coordinator at " + link.address() + " does not support " + id);
        }
      } catch (StatusRuntimeException e) {
        switch (e.getStatus().getCode()) {
          case DEADLINE_EXCEEDED -> {}
          case UNAVAILABLE -> {
            final ClientFailure failure = GrpcFailures.of(e.getStatus(), asked(link), e);
            if (failure.kind() != ClientFailure.Kind.UNREACHABLE) {
              throw failure;
            }
            interrupted.run();
            if (connections.connect(WATCH_PATIENCE) == null) {
              throw failure;
            }
          }
          default -> throw GrpcFailures.of(e.getStatus(), asked(link), e);
        }
      }
    }
  }

  public JobView cancel(String id) {
    return ask(grid -> grid.cancel(request(id)));
  }

  public JobControl jobControl() {
    return new JobControl(this::ask, names);
  }

  public JobView resize(ResizeRequest request) {
    return ask(grid -> grid.resize(request));
  }

  public JobView migrate(MigrateRequest request) {
    return change(grid -> grid.migrate(request));
  }

  public List<NodeView> nodes() {
    return ask(grid -> grid.listNodes(ListNodesRequest.getDefaultInstance())).getNodesList();
  }

  public NodeView node(String name) {
    return ask(grid -> grid.getNode(NodeRequest.newBuilder().setName(name).build()));
  }

  /** The past use of the nodes. */
  public GridHistory history() {
    return new GridHistory(this::ask);
  }

  /** Why a job waits or has its machines, and what was decided about it. */
  public Explanation explainJob(String id) {
    return ask(grid -> grid.explainJob(request(id)));
  }

  /** Why a node has its state. */
  public Explanation explainNode(String name) {
    return ask(grid -> grid.explainNode(NodeRequest.newBuilder().setName(name).build()));
  }

  /** Jobs leave at once, or in time for that moment, in milliseconds since 1970. */
  public NodeView drain(String name, long by) {
    return ask(grid -> grid.drain(DrainRequest.newBuilder().setName(name).setBy(by).build()));
  }

  public NodeView undrain(String name) {
    return ask(grid -> grid.undrain(NodeRequest.newBuilder().setName(name).build()));
  }

  /**
   * Revokes a person or a node.
   *
   * @param role of the revoked; empty: any
   */
  public RevocationView revoke(String name, Optional<Role> role) {
    final RevokeRequest request =
        RevokeRequest.newBuilder().setName(name).setRole(role.map(Role::wire).orElse("")).build();
    return ask(grid -> grid.revoke(request));
  }

  /** The revocations, the newest first. */
  public List<RevocationView> revoked() {
    return ask(grid -> grid.listRevoked(ListRevokedRequest.getDefaultInstance()))
        .getRevocationsList();
  }

  /** The audit log until now. */
  public AuditList audit(Duration since) {
    final AuditRequest request = AuditRequest.newBuilder().setSinceMillis(since.toMillis()).build();
    return ask(grid -> grid.getAudit(request));
  }

  /** What this user may request. */
  public SubmissionTerms terms() {
    return ask(grid -> grid.getTerms(TermsRequest.getDefaultInstance()));
  }

  public CoordinatorBackups backups() {
    return new CoordinatorBackups(this::ask);
  }

  public UserRules userRules() {
    return new UserRules(this::ask);
  }

  /**
   * A link to the coordinator's page for browsers.
   *
   * @param person who may use it; empty: this user
   */
  public PageLink pageLink(Optional<String> person) {
    return PageLink.of(change(grid -> PageLink.ask(grid, person)), connections.lastUsed());
  }

  /** The certificate of the page's own authority, in PEM. */
  public String pageAuthority() {
    return ask(PageLink::authority);
  }

  public List<Blob> outputs(String job) {
    return ask(grid -> grid.listOutputs(request(job))).getFilesList();
  }

  /** The key of a job's checkpoints; empty when they are not encrypted. */
  public byte[] pieceKey(String job) {
    return ask(grid -> grid.getPieceKey(request(job))).getKey().toByteArray();
  }

  /** Uploads a program or an input. */
  public Blob upload(Path file, TransferProgress progress) {
    final Connections.Link link = reach();
    try {
      return transfers.upload(FilesGrpc.newBlockingV2Stub(link.channel()), file, progress);
    } catch (StatusException e) {
      throw GrpcFailures.of(e.getStatus(), asked(link), e);
    }
  }

  /**
   * Fetches an output into a folder, complete and verified or not at all.
   *
   * @return the file
   */
  public Path download(String job, Blob output, Path folder, TransferProgress progress)
      throws IOException {
    final Connections.Link link = reach();
    try {
      return transfers.download(
          FilesGrpc.newBlockingStub(link.channel()), job, output, folder, progress);
    } catch (StatusRuntimeException e) {
      throw GrpcFailures.of(e.getStatus(), asked(link), e);
    }
  }

  /** A job's log so far. */
  public void logs(String job, OutputStream out) throws IOException {
    final Connections.Link link = reach();
    try (VisibleOutput visible = new VisibleOutput(out)) {
      final var parts =
          GridGrpc.newBlockingStub(link.channel())
              .withDeadlineAfter(Transfers.LIMIT.toMillis(), TimeUnit.MILLISECONDS)
              .logs(request(job));
      while (parts.hasNext()) {
        parts.next().getContent().writeTo(visible);
      }
    } catch (StatusRuntimeException e) {
      throw GrpcFailures.of(e.getStatus(), asked(link), e);
    }
  }

  /** An idempotent call: repeated on another address if one is gone. */
  private <T> T ask(Function<GridGrpc.GridBlockingStub, T> call) {
    final long end = clock.nanos() + patience.toNanos();
    Connections.Link link = reach();
    for (int i = 1; ; i++) {
      try {
        return call.apply(stub(link));
      } catch (StatusRuntimeException e) {
        final boolean gone = e.getStatus().getCode() == Status.Code.UNAVAILABLE;
        if (!gone || !link.ready() || i > MAX_TRIES || clock.nanos() - end > 0) {
          throw GrpcFailures.of(e.getStatus(), asked(link), e);
        }
        link = reach();
      }
    }
  }

  /** A call with side effects: made once, since a lost answer may hide a success. */
  private <T> T change(Function<GridGrpc.GridBlockingStub, T> call) {
    final Connections.Link link = reach();
    try {
      return call.apply(stub(link));
    } catch (StatusRuntimeException e) {
      throw GrpcFailures.of(e.getStatus(), asked(link), e);
    }
  }

  /** One of several may be about to lead; a single one is there or not. */
  private Connections.Link reach() {
    final Connections.Link link = connections.connect();
    if (link.ready() || connections.addresses().size() == 1) {
      return link;
    }
    final Connections.Link later = connections.connect(patience);
    return later == null ? link : later;
  }

  private List<HostPort> asked(Connections.Link link) {
    return link.ready() ? List.of(link.address()) : connections.addresses();
  }

  private static GridGrpc.GridBlockingStub stub(Connections.Link link) {
    return GridGrpc.newBlockingStub(link.channel())
        .withDeadline(Deadline.after(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static JobRequest request(String job) {
    return JobRequest.newBuilder().setJob(job).build();
  }

  @Override
  public void close() {
    connections.close();
  }
}
