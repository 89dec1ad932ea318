package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.parse;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.TransferProgress;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;

/** A checked job on its way to the coordinator. */
public final class Submission {
  private final GridClient grid;
  private final JobPlan plan;

  public Submission(GridClient grid, JobPlan plan) {
    this.grid = grid;
    this.plan = plan;
  }

  /**
   * Finds out, before any file is sent, whether the coordinator lets this user ask for what the job
   * asks for. It looks again itself.
   */
  public void checkTerms() {
    final JobSpec spec = plan.spec();
    if (spec.getPriority() <= 0 && !spec.hasNotify()) {
      return;
    }
    final SubmissionTerms terms = grid.terms();
    if (spec.getPriority() > terms.getGreatestPriority()) {
      throw ClientFailure.badInput(
          "--priority: you may ask for at most "
              + terms.getGreatestPriority()
              + ", not "
              + spec.getPriority()
              + ": give less, or ask an administrator for more (lull priority USER "
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
   * @return the job with its files, ready to be submitted
   */
  public JobSpec sendFiles(TransferProgress progress) {
    final JobSpec.Builder whole = plan.spec().toBuilder();
    if (plan.program() != null) {
      whole.setProgram(grid.upload(plan.program(), progress));
    }
    if (plan.lines() != null) {
      whole.getBagBuilder().setLines(grid.upload(plan.lines(), progress));
    }
    plan.inputs().forEach(input -> whole.addInputs(grid.upload(input, progress)));
    return whole.build();
  }
}
