package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;

/**
 * Whether the coordinator lets this user ask for what a job asks for, found out before any file is
 * sent. It looks again itself.
 */
final class GridTerms {
  private GridTerms() {}

  static void check(GridClient grid, JobSpec spec) {
    if (spec.getPriority() <= 0 && !spec.hasNotify()) {
      return;
    }
    final SubmissionTerms terms = grid.terms();
    if (spec.getPriority() > terms.getGreatestPriority()) {
      throw CommandFailure.badInput(
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
      Arguments.parse("--notify", spec.getNotify().getUrl(), allowed::check);
    }
  }
}
