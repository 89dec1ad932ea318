package io.lull.coordinator.job;

import io.lull.protocol.wire.JobView;

/** A job as its user sees it. */
public final class JobViews {
  private JobViews() {}

  public static JobView of(Job job) {
    return JobView.newBuilder().setId(job.id()).setState(job.state().wire()).build();
  }
}
