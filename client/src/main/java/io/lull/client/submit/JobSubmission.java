package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.parse;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.TransferProgress;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;
import java.util.List;

/** Checked jobs on their way to the coordinator; of several, all are of one draft. */
public final class JobSubmission {
  private final GridClient grid;
  private final List<JobPlan> plans;

  /**
   * @param plans that differ in what is not a file
   */
  public JobSubmission(GridClient grid, List<JobPlan> plans) {
    this.grid = grid;
    this.plans = List.copyOf(plans);
  }

  /**
   * Finds out, before any file is sent, whether the coordinator lets this user ask for what the job
   * asks for. It looks again itself.
   */
  public void checkTerms() {
    final JobSpec spec = plans.getFirst().spec();
    if (spec.getPriority() <= 0 && !spec.hasNotify()) {
      return;
    }
    final SubmissionTerms terms = grid.terms();
    if (spec.getPriority() > terms.getGreatestPriority()) {
      throw ClientFailure.badInput(
          "--priority: your maximum is "
              + terms.getGreatestPriority()
              + ", not "
              + spec.getPriority()
              + ": use less, or ask an administrator for more (lull priority USER "
              + spec.getPriority()
              + ")");
    }
    if (spec.hasNotify()) {
      final Webhooks allowed =
          terms.getWebhooksCount() == 0
              ? Webhooks.NONE
              : Webhooks.parse(String.join(",", terms.getWebhooksList()));
      parse("--notify", spec.getNotify().getUrl(), allowed::check);
    }
  }

  /**
   * Sends what the coordinator does not have yet.
   *
   * @return the jobs with their files, ready to be submitted
   */
  public List<JobSpec> sendFiles(TransferProgress progress) {
    final JobPlan first = plans.getFirst();
    final JobSpec.Builder files = JobSpec.newBuilder();
    if (first.program() != null) {
      files.setProgram(grid.upload(first.program(), progress));
    }
    if (first.lines() != null) {
      files.getBagBuilder().setLines(grid.upload(first.lines(), progress));
    }
    first.inputs().forEach(input -> files.addInputs(grid.upload(input, progress)));
    return plans.stream()
        .map(plan -> plan.spec().toBuilder().mergeFrom(files.build()).build())
        .toList();
  }
}
