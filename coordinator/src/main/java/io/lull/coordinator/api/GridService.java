package io.lull.coordinator.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.Caller;
import io.lull.coordinator.control.GridDesk;
import io.lull.coordinator.enrolment.Tokens;
import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobViews;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.CreateTokenReply;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobList;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.OutputList;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.protocol.wire.SubmitReply;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/** What users and administrators ask. */
public final class GridService extends GridGrpc.GridImplBase {
  /** The newest of them: a list must fit into one message. */
  private static final int MAX_LISTED = 2000;

  private final GridDesk desk;
  private final Submission submission;
  private final Tokens tokens;
  private final JobLogs logs;
  private final JobWatches watches;
  private final AvailabilityDesk availability;

  public GridService(
      GridDesk desk,
      Submission submission,
      Tokens tokens,
      JobLogs logs,
      JobWatches watches,
      AvailabilityDesk availability) {
    this.desk = desk;
    this.submission = submission;
    this.tokens = tokens;
    this.logs = logs;
    this.watches = watches;
    this.availability = availability;
  }

  @Override
  public void createToken(CreateTokenRequest request, StreamObserver<CreateTokenReply> reply) {
    final Caller caller = Caller.current();
    Replies.answer(
        reply,
        () -> {
          final Role role = Role.of(request.getRole().isEmpty() ? "node" : request.getRole());
          final Tokens.Created created =
              tokens.create(
                  role,
                  request.getExpiresSeconds() == 0
                      ? Tokens.DEFAULT_VALIDITY
                      : Duration.ofSeconds(request.getExpiresSeconds()),
                  caller.name());
          return CreateTokenReply.newBuilder()
              .setToken(created.token().text())
              .setExpiresEpochMillis(created.expiresMillis())
              .build();
        });
  }

  @Override
  public void submit(JobSpec request, StreamObserver<SubmitReply> reply) {
    final Caller caller = Caller.current();
    Replies.answer(
        reply,
        () -> SubmitReply.newBuilder().setJob(submission.accept(caller, request).id()).build());
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<JobList> reply) {
    Replies.answer(
        reply,
        () -> {
          final JobList.Builder list = JobList.newBuilder();
          final List<Job> jobs = desk.jobs(request.getAll());
          jobs.subList(Math.max(0, jobs.size() - MAX_LISTED), jobs.size())
              .forEach(job -> list.addJobs(brief(job)));
          return list.build();
        });
  }

  @Override
  public void getJob(JobRequest request, StreamObserver<JobView> reply) {
    Replies.answer(reply, () -> JobViews.of(desk.job(request.getJob())));
  }

  @Override
  public void watchJob(JobRequest request, StreamObserver<JobView> reply) {
    final ServerCallStreamObserver<JobView> stream = (ServerCallStreamObserver<JobView>) reply;
    final JobWatches.Watcher watcher = watches.watcher(stream);
    Replies.stream(
        stream,
        () -> {
          watches.watch(request.getJob(), watcher, desk::job);
          if (!stream.isCancelled()) {
            stream.onCompleted();
          }
        });
  }

  @Override
  public void cancel(JobRequest request, StreamObserver<JobView> reply) {
    final Caller caller = Caller.current();
    Replies.answer(reply, () -> JobViews.of(desk.cancel(caller, request.getJob())));
  }

  @Override
  public void resize(ResizeRequest request, StreamObserver<JobView> reply) {
    final Caller caller = Caller.current();
    Replies.answer(
        reply, () -> JobViews.of(desk.resize(caller, request.getJob(), request.getWorkers())));
  }

  @Override
  public void migrate(MigrateRequest request, StreamObserver<JobView> reply) {
    final Caller caller = Caller.current();
    Replies.answer(
        reply,
        () ->
            JobViews.of(
                desk.migrate(
                    caller, request.getJob(), request.getFromNode(), request.getToNode())));
  }

  @Override
  public void listOutputs(JobRequest request, StreamObserver<OutputList> reply) {
    final Caller caller = Caller.current();
    Replies.answer(
        reply,
        () ->
            OutputList.newBuilder()
                .addAllFiles(JobViews.of(desk.ownJob(caller, request.getJob())).getOutputsList())
                .build());
  }

  @Override
  public void logs(JobRequest request, StreamObserver<FilePart> reply) {
    final Caller caller = Caller.current();
    final ServerCallStreamObserver<FilePart> stream = (ServerCallStreamObserver<FilePart>) reply;
    final PartStream parts = new PartStream(stream);
    Replies.stream(
        stream,
        () -> {
          try (InputStream log = logs.open(desk.ownJob(caller, request.getJob()))) {
            final FileHead head =
                FileHead.newBuilder().setName(JobLogs.LOG_FILE).setJob(request.getJob()).build();
            parts.send(head, log);
          }
        });
  }

  @Override
  public void listNodes(ListNodesRequest request, StreamObserver<NodeList> reply) {
    Replies.answer(reply, () -> NodeList.newBuilder().addAllNodes(desk.nodes()).build());
  }

  @Override
  public void getNode(NodeRequest request, StreamObserver<NodeView> reply) {
    Replies.answer(reply, () -> desk.node(request.getName()));
  }

  @Override
  public void getAvailability(AvailabilityRequest request, StreamObserver<AvailabilityView> reply) {
    Replies.answer(reply, () -> availability.view(request));
  }

  @Override
  public void explainJob(JobRequest request, StreamObserver<Explanation> reply) {
    Replies.answer(
        reply,
        () -> Explanation.newBuilder().addAllLines(desk.explainJob(request.getJob())).build());
  }

  @Override
  public void explainNode(NodeRequest request, StreamObserver<Explanation> reply) {
    Replies.answer(
        reply,
        () -> Explanation.newBuilder().addAllLines(desk.explainNode(request.getName())).build());
  }

  @Override
  public void drain(NodeRequest request, StreamObserver<NodeView> reply) {
    final Caller caller = Caller.current();
    Replies.answer(reply, () -> desk.drain(caller, request.getName(), true));
  }

  @Override
  public void undrain(NodeRequest request, StreamObserver<NodeView> reply) {
    final Caller caller = Caller.current();
    Replies.answer(reply, () -> desk.drain(caller, request.getName(), false));
  }

  /** A list of many jobs stays within a message: their events are had one job at a time. */
  private static JobView brief(Job job) {
    return JobViews.of(job).toBuilder().clearEvents().build();
  }
}
