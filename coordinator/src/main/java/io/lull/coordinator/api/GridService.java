package io.lull.coordinator.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.AuditList;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.CreateTokenReply;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.DrainRequest;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.JobArray;
import io.lull.protocol.wire.JobArrayReply;
import io.lull.protocol.wire.JobList;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.ListPrioritiesRequest;
import io.lull.protocol.wire.ListRevokedRequest;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.OutputList;
import io.lull.protocol.wire.PieceKeyView;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.protocol.wire.RevocationList;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.protocol.wire.SubmitReply;
import io.lull.protocol.wire.TermsRequest;
import io.lull.protocol.wire.WorkerView;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** The gRPC service for users and administrators. */
public final class GridService extends GridGrpc.GridImplBase {
  /** The newest of them: a list must fit into one message. */
  private static final int MAX_LISTED = 2000;

  private static final int MAX_LIST_BYTES = 3 << 20;

  private final GridCommands commands;
  private final JobAdmission submission;
  private final AdminCommands admin;
  private final AuditLog audit;
  private final AuditedCalls audited;
  private final JobResults results;
  private final JobWatches watches;
  private final NodeQueries nodes;

  public GridService(
      GridCommands commands,
      JobAdmission submission,
      AdminCommands admin,
      AuditLog audit,
      JobResults results,
      JobWatches watches,
      NodeQueries nodes) {
    this.commands = commands;
    this.submission = submission;
    this.admin = admin;
    this.audit = audit;
    this.audited = new AuditedCalls(audit);
    this.results = results;
    this.watches = watches;
    this.nodes = nodes;
  }

  @Override
  public void createToken(CreateTokenRequest request, StreamObserver<CreateTokenReply> reply) {
    answer(reply, caller -> admin.createToken(caller, request));
  }

  @Override
  public void revoke(RevokeRequest request, StreamObserver<RevocationView> reply) {
    answer(reply, caller -> admin.revoke(caller, request));
  }

  @Override
  public void listRevoked(ListRevokedRequest request, StreamObserver<RevocationList> reply) {
    Replies.answer(reply, admin::revoked);
  }

  @Override
  public void getAudit(AuditRequest request, StreamObserver<AuditList> reply) {
    Replies.answer(reply, () -> admin.audit(request));
  }

  @Override
  public void submit(JobSpec request, StreamObserver<SubmitReply> reply) {
    answer(
        reply,
        caller -> {
          final Job job =
              audited.noted(caller, Action.SUBMIT, "", () -> submission.accept(caller, request));
          audit.did(caller, Action.SUBMIT, job.id(), job.terms().spec().getName());
          return SubmitReply.newBuilder()
              .setJob(job.id())
              .setWarning(commands.shortage(List.of(job)))
              .build();
        });
  }

  @Override
  public void submitArray(JobArray request, StreamObserver<JobArrayReply> reply) {
    answer(
        reply,
        caller -> {
          final List<Job> jobs =
              audited.noted(
                  caller,
                  Action.SUBMIT,
                  "",
                  () -> submission.accept(caller, request.getJobsList()));
          jobs.forEach(
              job -> audit.did(caller, Action.SUBMIT, job.id(), job.terms().spec().getName()));
          return JobArrayReply.newBuilder()
              .addAllJobs(jobs.stream().map(Job::id).toList())
              .setWarning(commands.shortage(jobs))
              .build();
        });
  }

  @Override
  public void getTerms(TermsRequest request, StreamObserver<SubmissionTerms> reply) {
    answer(reply, caller -> submission.terms(caller));
  }

  @Override
  public void listPriorities(ListPrioritiesRequest request, StreamObserver<PriorityList> reply) {
    Replies.answer(reply, admin::priorities);
  }

  @Override
  public void setPriority(PriorityRequest request, StreamObserver<PriorityList> reply) {
    answer(reply, caller -> admin.setPriority(caller, request));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<JobList> reply) {
    answer(reply, caller -> list(caller, commands.jobs(request.getAll())));
  }

  @Override
  public void getJob(JobRequest request, StreamObserver<JobView> reply) {
    answer(reply, caller -> results.view(own(caller, request.getJob())));
  }

  @Override
  public void watchJob(JobRequest request, StreamObserver<JobView> reply) {
    final Caller caller = CallerContext.current();
    final ServerCallStreamObserver<JobView> stream = (ServerCallStreamObserver<JobView>) reply;
    final JobWatches.Watcher watcher = watches.watcher(stream);
    Replies.stream(
        stream,
        () -> {
          watches.watch(request.getJob(), watcher, job -> own(caller, job));
          if (!stream.isCancelled()) {
            stream.onCompleted();
          }
        });
  }

  @Override
  public void cancel(JobRequest request, StreamObserver<JobView> reply) {
    answer(
        reply,
        caller ->
            audited.changed(
                caller,
                Action.CANCEL,
                request.getJob(),
                "",
                () -> commands.cancel(caller, request.getJob())));
  }

  @Override
  public void resize(ResizeRequest request, StreamObserver<JobView> reply) {
    answer(
        reply,
        caller ->
            audited.changed(
                caller,
                Action.RESIZE,
                request.getJob(),
                "to " + request.getWorkers(),
                () ->
                    commands.resize(
                        caller, request.getJob(), request.getWorkers(), request.getMethod())));
  }

  @Override
  public void migrate(MigrateRequest request, StreamObserver<JobView> reply) {
    answer(
        reply,
        caller ->
            audited.changed(
                caller,
                Action.MIGRATE,
                request.getJob(),
                "from " + request.getFromNode() + " to " + request.getToNode(),
                () ->
                    commands.migrate(
                        caller,
                        request.getJob(),
                        request.getFromNode(),
                        request.getToNode(),
                        request.getMethod())));
  }

  @Override
  public void listOutputs(JobRequest request, StreamObserver<OutputList> reply) {
    answer(reply, caller -> results.outputs(own(caller, request.getJob())));
  }

  @Override
  public void getPieceKey(JobRequest request, StreamObserver<PieceKeyView> reply) {
    answer(reply, caller -> pieceKey(caller, request.getJob()));
  }

  private PieceKeyView pieceKey(Caller caller, String id) {
    final Job job = audited.noted(caller, Action.READ_KEY, id, () -> commands.ownJob(caller, id));
    audit.did(caller, Action.READ_KEY, id, "");
    return PieceKeyView.newBuilder().setKey(job.terms().dataPlane().getPieceKey()).build();
  }

  @Override
  public void logs(JobRequest request, StreamObserver<FilePart> reply) {
    final Caller caller = CallerContext.current();
    final ServerCallStreamObserver<FilePart> stream = (ServerCallStreamObserver<FilePart>) reply;
    final FileDownload parts = new FileDownload(stream);
    Replies.stream(
        stream,
        () -> {
          try (InputStream log = results.log(own(caller, request.getJob()))) {
            final FileHead head =
                FileHead.newBuilder().setName(JobResults.LOG_FILE).setJob(request.getJob()).build();
            parts.send(head, log);
          }
        });
  }

  @Override
  public void listNodes(ListNodesRequest request, StreamObserver<NodeList> reply) {
    answer(reply, nodes::all);
  }

  @Override
  public void getNode(NodeRequest request, StreamObserver<NodeView> reply) {
    answer(reply, caller -> nodes.one(caller, request.getName()));
  }

  @Override
  public void getAvailability(AvailabilityRequest request, StreamObserver<AvailabilityView> reply) {
    Replies.answer(reply, () -> nodes.availability(request));
  }

  @Override
  public void getLanes(LanesRequest request, StreamObserver<LanesView> reply) {
    answer(reply, caller -> nodes.lanes(caller, request));
  }

  @Override
  public void getNodeEvents(NodeEventsRequest request, StreamObserver<NodeEventList> reply) {
    answer(reply, caller -> nodes.events(caller, request));
  }

  @Override
  public void exportHistory(HistoryRequest request, StreamObserver<HistoryPart> reply) {
    final Caller caller = CallerContext.current();
    final ServerCallStreamObserver<HistoryPart> stream =
        (ServerCallStreamObserver<HistoryPart>) reply;
    final PacedStream<HistoryPart> parts = new PacedStream<>(stream);
    Replies.stream(
        stream,
        () -> {
          nodes.history(caller, request, parts::send);
          parts.end();
        });
  }

  @Override
  public void explainJob(JobRequest request, StreamObserver<Explanation> reply) {
    answer(reply, caller -> commands.explainJob(caller, request.getJob()));
  }

  @Override
  public void explainNode(NodeRequest request, StreamObserver<Explanation> reply) {
    answer(reply, caller -> nodes.explain(caller, request.getName()));
  }

  @Override
  public void drain(DrainRequest request, StreamObserver<NodeView> reply) {
    answer(reply, caller -> admin.drain(caller, request));
  }

  @Override
  public void undrain(NodeRequest request, StreamObserver<NodeView> reply) {
    answer(reply, caller -> admin.undrain(caller, request.getName()));
  }

  private static <T> void answer(StreamObserver<T> reply, Function<Caller, T> work) {
    final Caller caller = CallerContext.current();
    Replies.answer(reply, () -> work.apply(caller));
  }

  private Job own(Caller caller, String job) {
    return audited.noted(caller, Action.READ, job, () -> commands.ownJob(caller, job));
  }

  private static JobList list(Caller caller, List<Job> jobs) {
    final Deque<JobView> newest = new ArrayDeque<>();
    int bytes = 0;
    for (final Job job : jobs.reversed()) {
      final JobView view = brief(caller, job);
      bytes += view.getSerializedSize();
      if (newest.size() >= MAX_LISTED || bytes > MAX_LIST_BYTES) {
        break;
      }
      newest.addFirst(view);
    }
    return JobList.newBuilder().addAllJobs(newest).build();
  }

  /**
   * A list of many jobs stays within a message: their events are had one job at a time. Of others'
   * jobs everybody sees who has which nodes, as that is what they wait for, and nothing else.
   */
  private static JobView brief(Caller caller, Job job) {
    final JobView view = JobViews.of(job);
    return caller.administers() || caller.isPerson(view.getUser())
        ? withoutDetails(view)
        : JobView.newBuilder()
            .setId(view.getId())
            .setUser(view.getUser())
            .setState(view.getState())
            .setMinWorkers(view.getMinWorkers())
            .setMaxWorkers(view.getMaxWorkers())
            .addAllWorkers(view.getWorkersList().stream().map(GridService::place).toList())
            .setSubmittedAt(view.getSubmittedAt())
            .setStartedAt(view.getStartedAt())
            .setFinishedAt(view.getFinishedAt())
            .build();
  }

  private static JobView withoutDetails(JobView view) {
    final JobView.Builder brief = view.toBuilder().clearEvents();
    brief.getWorkersBuilderList().forEach(WorkerView.Builder::clearTasks);
    return brief.build();
  }

  private static WorkerView place(WorkerView worker) {
    return WorkerView.newBuilder()
        .setRank(worker.getRank())
        .setNode(worker.getNode())
        .setState(worker.getState())
        .build();
  }
}
