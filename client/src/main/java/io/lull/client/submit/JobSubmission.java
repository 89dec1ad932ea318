package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.parse;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.TransferProgress;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;
import java.nio.file.Path;
import java.util.List;

/** Submits checked jobs to the coordinator; several of them come from one draft. */
public final class JobSubmission {
  private final GridClient grid;
  private final List<JobPlan> plans;

  /**
   * @param plans that have the same files
   */
  public JobSubmission(GridClient grid, List<JobPlan> plans) {
    this.grid = grid;
    this.plans = List.copyOf(plans);
  }

  /**
   * Asks, before any file is sent, whether this user may request the job. The coordinator checks
   * again.
   */
  public void checkTerms() {
    final JobSpec spec = plans.getFirst().spec();
    if (spec.getPriority() <= 0 && !spec.hasNotify() && !spec.getNetwork()) {
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
    if (spec.getNetwork() && !terms.getNetwork()) {
      throw ClientFailure.badInput(
          "--network: this grid gives guests no network: omit it, or ask an administrator for it"
              + " (lull coordinator --guest-network allow)");
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
   * What would become of the first of the jobs, as a sentence a line; no file is sent, nothing is
   * submitted.
   */
  public List<String> preview() {
    final JobPlan first = plans.getFirst();
    final JobSpec.Builder spec = first.spec().toBuilder();
    if (first.program() != null) {
      spec.setProgram(named(first.program()));
    }
    if (first.lines() != null) {
      spec.getBagBuilder().setLines(named(first.lines()));
    }
    if (first.image() != null) {
      spec.getBagBuilder().setImage(named(first.image()));
    }
    first.inputs().forEach(input -> spec.addInputs(named(input)));
    return grid.jobControl().preview(spec.build());
  }

  private static Blob named(Path file) {
    return Blob.newBuilder().setName(String.valueOf(file.getFileName())).build();
  }

  /**
   * Sends the files that the coordinator lacks.
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
    if (first.image() != null) {
      files.getBagBuilder().setImage(grid.upload(first.image(), progress));
    }
    first.inputs().forEach(input -> files.addInputs(grid.upload(input, progress)));
    return plans.stream()
        .map(plan -> plan.spec().toBuilder().mergeFrom(files.build()).build())
        .toList();
  }
}
