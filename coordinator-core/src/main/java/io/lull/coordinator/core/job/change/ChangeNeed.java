package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.WorkingCopy;
import java.util.List;

/**
 * The difference between a job's present and planned workers.
 *
 * @param leavers members whose nodes are to be given up
 * @param ready new workers that could join
 * @param pending nodes whose new worker is not ready yet
 * @param reshared whether those that stay are to have other shares of the data
 */
public record ChangeNeed(List<Worker> leavers, List<Worker> ready, int pending, boolean reshared) {
  public ChangeNeed {
    leavers = List.copyOf(leavers);
    ready = List.copyOf(ready);
  }

  public boolean nothing() {
    return pending == 0 && !possible();
  }

  /** Whether something could be changed now. */
  boolean possible() {
    return !leavers.isEmpty() || !ready.isEmpty() || reshared;
  }

  /** Whether one of the nodes to be given up is wanted back by its owner. */
  public boolean ownerWaits(WorkingCopy job) {
    return leavers.stream().anyMatch(w -> job.targets().placed().reclaimed().containsKey(w.node()));
  }
}
