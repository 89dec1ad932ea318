package io.lull.tray.submit;

import io.lull.client.ClientFailure;
import io.lull.client.submit.JobChecks;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.JobPlan;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks drafts with the command's own checks, which read whole files: one at a time, on another
 * thread, and of those that come meanwhile only the newest.
 */
final class DraftChecker {
  private final Executor elsewhere;
  private final Consumer<Verdict> told;
  private @Nullable JobDraft next;
  private boolean judging;

  /**
   * The result of a check.
   *
   * @param plan empty: it cannot be submitted
   * @param complaint why not; its line is empty if it can
   */
  record Verdict(JobDraft draft, Optional<JobPlan> plan, Complaint complaint) {}

  /**
   * @param told receives each verdict, on that other thread
   */
  DraftChecker(Executor elsewhere, Consumer<Verdict> told) {
    this.elsewhere = elsewhere;
    this.told = told;
  }

  void ask(JobDraft draft) {
    synchronized (this) {
      next = draft;
      if (judging) {
        return;
      }
      judging = true;
    }
    elsewhere.execute(this::run);
  }

  private void run() {
    for (JobDraft draft = take(); draft != null; draft = take()) {
      told.accept(judged(draft));
    }
  }

  private synchronized @Nullable JobDraft take() {
    final JobDraft taken = next;
    next = null;
    judging = taken != null;
    return taken;
  }

  private static Verdict judged(JobDraft draft) {
    try {
      return new Verdict(draft, Optional.of(JobChecks.check(draft)), Complaint.of(""));
    } catch (ClientFailure e) {
      return new Verdict(draft, Optional.empty(), new Complaint(e.line(), e.range()));
    } catch (RuntimeException e) {
      // For example a path that this system does not allow.
      return new Verdict(draft, Optional.empty(), Complaint.of(String.valueOf(e.getMessage())));
    }
  }
}
