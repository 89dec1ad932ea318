package io.lull.client.grid;

import io.lull.protocol.wire.AmendRequest;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ResubmitRequest;
import io.lull.protocol.wire.SubmitReply;
import java.util.List;
import java.util.function.Function;

/**
 * What users do with jobs between submission and end. Failures and threads as {@link GridClient}.
 */
public final class JobControl {
  private final GridHistory.Asking asking;
  private final SubmissionNames names;

  JobControl(GridHistory.Asking asking, SubmissionNames names) {
    this.asking = asking;
    this.names = names;
  }

  /** From now on the job gets no nodes; a running one is saved and suspended. */
  public JobView hold(String id) {
    return ask(control -> control.hold(request(id)));
  }

  /** The job may have nodes again. */
  public JobView release(String id) {
    return ask(control -> control.release(request(id)));
  }

  /** Shares the job's data out by how fast its workers are now. */
  public JobView rebalance(String id) {
    return ask(control -> control.rebalance(request(id)));
  }

  /** Gives the job other terms; what is not set stays. */
  public JobView amend(AmendRequest request) {
    return ask(control -> control.amend(request));
  }

  /** Submits the same job once more. */
  public SubmitReply resubmit(String id) {
    final ResubmitRequest request =
        ResubmitRequest.newBuilder().setJob(id).setRequest(names.next()).build();
    return ask(control -> control.resubmit(request));
  }

  /** What would become of a job if it were submitted now: a sentence a line. */
  public List<String> preview(JobSpec spec) {
    return ask(control -> control.preview(spec)).getLinesList();
  }

  private <T> T ask(Function<JobControlGrpc.JobControlBlockingStub, T> call) {
    return asking.ask(grid ->
        call.apply(
            JobControlGrpc.newBlockingStub(grid.getChannel())
                .withDeadline(grid.getCallOptions().getDeadline())));
  }

  private static JobRequest request(String job) {
    return JobRequest.newBuilder().setJob(job).build();
  }
}
