package io.lull.testkit.grid;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.AmendRequest;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ResubmitRequest;
import io.lull.protocol.wire.SubmitReply;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes the jobs of a {@link FakeGrid}. */
final class FakeJobControl extends JobControlGrpc.JobControlImplBase {
  private final FakeGrid grid;
  private final Supplier<@Nullable Status> failure;

  /**
   * @param failure not null: that is the answer
   */
  FakeJobControl(FakeGrid grid, Supplier<@Nullable Status> failure) {
    this.grid = grid;
    this.failure = failure;
  }

  @Override
  public void hold(JobRequest request, StreamObserver<JobView> observer) {
    change(
        request.getJob(),
        job -> job.toBuilder().setHeldBy("ann").setReason("held by ann").build(),
        observer);
  }

  @Override
  public void release(JobRequest request, StreamObserver<JobView> observer) {
    change(
        request.getJob(),
        job -> job.toBuilder().clearHeldBy().setReason("waits for its turn").build(),
        observer);
  }

  @Override
  public void rebalance(JobRequest request, StreamObserver<JobView> observer) {
    change(request.getJob(), job -> job.toBuilder().setState("reconfiguring").build(), observer);
  }

  @Override
  public void amend(AmendRequest request, StreamObserver<JobView> observer) {
    change(
        request.getJob(),
        job -> {
          final JobView.Builder next = job.toBuilder();
          if (request.hasPriority()) {
            next.setPriority(request.getPriority());
          }
          if (request.hasLimitMillis()) {
            next.setLimitMillis(request.getLimitMillis());
          }
          if (request.hasWorkers()) {
            next.setMinWorkers(request.getWorkers().getLeast())
                .setMaxWorkers(request.getWorkers().getGreatest());
          }
          return next.build();
        },
        observer);
  }

  @Override
  public void resubmit(ResubmitRequest request, StreamObserver<SubmitReply> observer) {
    if (request.getRequest().isEmpty()) {
      observer.onError(
          Status.INVALID_ARGUMENT.withDescription("no request id").asRuntimeException());
      return;
    }
    answer(
        SubmitReply.newBuilder().setJob(request.getJob() + "0").setWarning(grid.warning).build(),
        observer);
  }

  @Override
  public void preview(JobSpec request, StreamObserver<Explanation> observer) {
    grid.submitted.add(request);
    answer(Explanation.newBuilder().addLines("the job waits").build(), observer);
  }

  private void change(String id, UnaryOperator<JobView> change, StreamObserver<JobView> observer) {
    answer(grid.jobs.computeIfPresent(id, (_, job) -> change.apply(job)), observer);
  }

  private <T> void answer(@Nullable T reply, StreamObserver<T> observer) {
    final Status failed = failure.get();
    if (failed != null) {
      observer.onError(failed.asRuntimeException());
    } else if (reply == null) {
      observer.onError(
          Status.NOT_FOUND.withDescription("there is no such thing").asRuntimeException());
    } else {
      observer.onNext(reply);
      observer.onCompleted();
    }
  }
}
