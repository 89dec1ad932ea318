package io.lull.coordinator.api;

import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.job.Amendment;
import io.lull.coordinator.core.job.Job;
import io.lull.protocol.wire.AmendRequest;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ResubmitRequest;
import io.lull.protocol.wire.SubmitReply;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The gRPC service for what users do with jobs between submission and end. */
public final class JobControlService extends JobControlGrpc.JobControlImplBase {
  private final GridCommands commands;
  private final JobAdmission admission;
  private final AuditedCalls audited;

  public JobControlService(GridCommands commands, JobAdmission admission, AuditLog audit) {
    this.commands = commands;
    this.admission = admission;
    this.audited = new AuditedCalls(audit);
  }

  @Override
  public void hold(JobRequest request, StreamObserver<JobView> reply) {
    final Caller caller = CallerContext.current();
    final String job = request.getJob();
    Replies.answer(
        reply,
        () -> audited.changed(caller, Action.HOLD, job, "", () -> commands.hold(caller, job)));
  }

  @Override
  public void release(JobRequest request, StreamObserver<JobView> reply) {
    final Caller caller = CallerContext.current();
    final String job = request.getJob();
    Replies.answer(
        reply,
        () ->
            audited.changed(caller, Action.RELEASE, job, "", () -> commands.release(caller, job)));
  }

  @Override
  public void rebalance(JobRequest request, StreamObserver<JobView> reply) {
    final Caller caller = CallerContext.current();
    final String job = request.getJob();
    Replies.answer(
        reply,
        () ->
            audited.changed(
                caller, Action.REBALANCE, job, "", () -> commands.rebalance(caller, job)));
  }

  @Override
  public void amend(AmendRequest request, StreamObserver<JobView> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> {
          final Amendment amendment = amendment(request);
          return audited.changed(
              caller,
              Action.AMEND,
              request.getJob(),
              amendment.words(),
              () -> admission.amend(caller, request.getJob(), amendment));
        });
  }

  private static Amendment amendment(AmendRequest request) {
    return new Amendment(
        request.hasPriority() ? OptionalInt.of(request.getPriority()) : OptionalInt.empty(),
        request.hasLimitMillis() ? OptionalLong.of(request.getLimitMillis()) : OptionalLong.empty(),
        request.hasWorkers()
            ? Optional.of(
                new Amendment.Workers(
                    request.getWorkers().getLeast(), request.getWorkers().getGreatest()))
            : Optional.empty());
  }

  @Override
  public void resubmit(ResubmitRequest request, StreamObserver<SubmitReply> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> {
          final Job job =
              audited.noted(
                  caller,
                  Action.SUBMIT,
                  request.getJob(),
                  () -> admission.again(caller, request.getJob(), request.getRequest()));
          audited.audit().did(caller, Action.SUBMIT, job.id(), "as " + request.getJob());
          return SubmitReply.newBuilder()
              .setJob(job.id())
              .setWarning(commands.shortage(List.of(job)))
              .build();
        });
  }

  @Override
  public void preview(JobSpec request, StreamObserver<Explanation> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> Explanation.newBuilder().addAllLines(admission.preview(caller, request)).build());
  }
}
