package io.lull.coordinator.api;

import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.wire.JobView;
import java.util.function.Supplier;

/** Calls that the audit log records. */
record AuditedCalls(AuditLog audit) {

  /** A change of a job, recorded when it was made, and when it was not the caller's to make. */
  JobView changed(Caller caller, Action action, String job, String detail, Supplier<Job> change) {
    final Job after = noted(caller, action, job, change);
    audit.did(caller, action, job, detail);
    return JobViews.of(after);
  }

  /** Requests for another user's job are recorded. */
  <T> T noted(Caller caller, Action action, String subject, Supplier<T> work) {
    try {
      return work.get();
    } catch (RefusedException e) {
      if (e.kind() == RefusedException.Kind.NOT_ALLOWED) {
        audit.refused(caller, action, subject, String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }
}
