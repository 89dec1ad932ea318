package io.lull.coordinator.core.job.workforce;

import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.step.WorkingCopy;
import java.util.Set;

/**
 * Workers without data that wait on nodes which the job does not have, so that none has to start
 * when it gets one of them.
 */
public final class Ghosts {
  private Ghosts() {}

  /**
   * Wakes those whose nodes the job has now, ends those that are not wanted any more, and starts
   * those that are, if it computes and is not being changed.
   */
  public static void update(WorkingCopy job) {
    final Set<String> had = WorkingCopy.names(job.target());
    final Set<String> wanted = job.targets().placed().ghosts();
    for (final Worker worker : job.workers()) {
      if (worker.state() != WorkerState.GHOST) {
        continue;
      }
      if (had.contains(worker.node())) {
        job.put(worker.wake(job.now()));
      } else if (!wanted.contains(worker.node())) {
        job.end(worker, "nobody waits on this node for the job any more");
      } else if (worker.host().isEmpty()
          && job.now() - worker.since().orderedMillis() >= Limits.startMillis(0)) {
        job.end(worker, "it was not ready in time");
        job.avoid(worker.node());
      }
    }
    if (job.phase() instanceof Phase.Running running
        && !running.finishing()
        && running.change().sinceMillis() == 0) {
      wanted.stream()
          .sorted()
          .filter(node -> !had.contains(node) && !job.occupied(node))
          .filter(node -> job.targets().avoided().getOrDefault(node, 0L) <= job.now())
          .forEach(job::launchGhost);
    }
  }

  /** One that ends though nobody asked it to is not started again at once. */
  public static void ended(WorkingCopy job, Worker worker) {
    if (worker.state() == WorkerState.GHOST) {
      job.avoid(worker.node());
    }
  }
}
