package io.lull.cli.text;

import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;

/** Short texts about jobs, and about what nodes do for them. */
public final class JobWords {
  private JobWords() {}

  /** {@code 3 of 1–8}. */
  public static String workers(JobView job) {
    final String range =
        job.getMinWorkers() == job.getMaxWorkers()
            ? String.valueOf(job.getMinWorkers())
            : job.getMinWorkers() + "–" + job.getMaxWorkers();
    return job.getWorkersCount() + " of " + range;
  }

  /** The progress, in iterations or in tasks, and the total if it is known. */
  public static String iteration(JobView job) {
    if (job.hasTasks()) {
      return job.getTasks().getDone() + "/" + job.getTasks().getTotal();
    }
    return job.getIterations() > 0
        ? job.getIteration() + "/" + job.getIterations()
        : String.valueOf(job.getIteration());
  }

  public static String remark(JobView job) {
    if (!job.getError().isEmpty()) {
      return job.getError();
    }
    return job.getPending().isEmpty() ? job.getReason() : job.getPending();
  }

  /** The job for which the node computes, and its rank. */
  public static String of(NodeView node) {
    if (node.getJob().isEmpty()) {
      return "–";
    }
    return node.getRank() < 0 ? node.getJob() : node.getJob() + " rank " + node.getRank();
  }
}
