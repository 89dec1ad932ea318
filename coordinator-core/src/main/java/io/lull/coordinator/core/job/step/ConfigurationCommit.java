package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;

/**
 * Puts a prepared configuration into force: the job is stored with it before any worker learns of
 * it.
 */
public final class ConfigurationCommit {
  private ConfigurationCommit() {}

  public static void enforce(WorkingCopy job, Prepared summary) {
    job.put(job.progress().committed(summary));
    for (final Member member : summary.getLayout().getMembersList()) {
      final Worker worker = job.worker(member.getWorker());
      if (worker != null) {
        job.put(worker.as(WorkerState.MEMBER, job.now()));
      }
    }
    job.put(job.history().with(job.history().faults().started()));
  }
}
