package io.lull.coordinator.api;

import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.UserLimitTable;
import io.lull.coordinator.core.job.Amendment;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.priority.PriorityLimits;
import io.lull.protocol.model.Occasion;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmissionTerms;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The grid's rules for submissions per user, beyond the validity of a job.
 *
 * @param limits on what users may have at a time
 * @param webhooks where notices may be sent
 * @param network whether jobs may ask for the network
 */
public record SubmissionRules(
    FileStore files,
    PriorityLimits priorities,
    UserLimitTable limits,
    Webhooks webhooks,
    boolean network) {
  private static final String NO_NETWORK =
      "--network: this grid gives guests no network: omit it, or ask an administrator for it (lull"
          + " coordinator --guest-network allow)";

  /**
   * The same with what was left out filled in.
   *
   * @throws IllegalArgumentException with one line that says what is wrong and how to mend it
   */
  JobSpec checked(Caller caller, JobSpec spec) {
    return checked(caller, spec, blob -> has(caller, blob));
  }

  /** As {@link #checked}, for one whose files need not be there. */
  JobSpec previewed(Caller caller, JobSpec spec) {
    return checked(caller, spec, _ -> true);
  }

  /**
   * @param spec of a job that was accepted, with what was amended
   * @throws IllegalArgumentException as {@link #checked}
   */
  void checkAmended(Caller caller, JobSpec spec, Amendment amendment) {
    if (amendment.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing would change: give --priority, --time-limit or --workers");
    }
    if (amendment.workers().filter(range -> range.least() < 1).isPresent()) {
      throw new IllegalArgumentException("--workers: the minimum must be at least 1");
    }
    final JobSpec _ = JobSpecs.checked(spec, _ -> true);
    if (amendment.priority().isPresent()) {
      priorities.check(caller, spec.getPriority());
    }
  }

  /** A file of an earlier job that the caller cannot use any more. */
  Optional<String> missing(Caller caller, JobSpec spec) {
    return JobTerms.blobsOf(spec).stream()
        .filter(blob -> !has(caller, blob))
        .map(Blob::getName)
        .findFirst();
  }

  private JobSpec checked(Caller caller, JobSpec spec, Predicate<Blob> kept) {
    final JobSpec whole = JobSpecs.checked(spec, kept);
    priorities.check(caller, spec.getPriority());
    checkLimit(caller, whole);
    if (spec.getNetwork() && !network) {
      throw new IllegalArgumentException(NO_NETWORK);
    }
    if (spec.hasNotify()) {
      webhooks.check(spec.getNotify().getUrl());
      spec.getNotify().getOnList().forEach(Occasion::of);
    }
    return whole;
  }

  /** A job that needs more nodes than its user may have would wait for ever. */
  private void checkLimit(Caller caller, JobSpec spec) {
    final int most = limits.now().of(caller.name()).nodes();
    if (most > 0 && spec.getMinWorkers() > most) {
      throw new IllegalArgumentException(
          caller.name()
              + " may have at most "
              + (most == 1 ? "1 node" : most + " nodes")
              + " at a time, and this job needs "
              + spec.getMinWorkers()
              + ": give --workers a smaller minimum, or ask an administrator to raise the limit"
              + " (lull limit "
              + caller.name()
              + " --nodes "
              + spec.getMinWorkers()
              + ")");
    }
  }

  private boolean has(Caller caller, Blob blob) {
    return files.hasBlob(blob.getSha256(), blob.getSizeBytes())
        && (caller.administers() || files.wasSentBy(caller.name(), blob.getSha256()));
  }

  /** What it needs is not dropped while this is held. */
  FileStore.Hold hold(List<JobSpec> specs) {
    return files.hold(
        specs.stream().flatMap(spec -> JobTerms.filesOf(spec).stream()).distinct().toList());
  }

  /** For callers that check before they send files. */
  SubmissionTerms terms(Caller caller, long nowMillis) {
    return SubmissionTerms.newBuilder()
        .setGreatestPriority(priorities.greatest(caller))
        .addAllWebhooks(webhooks.allowed().stream().map(Webhooks.Place::toString).toList())
        .setAdministers(caller.administers())
        .setNetwork(network)
        .setNow(nowMillis)
        .build();
  }
}
