package io.lull.bench.load;

import io.lull.reconfig.bag.BagTask;
import io.lull.reconfig.bag.TaskContext;

/** A task that does nothing. */
public final class EmptyTask implements BagTask {
  public EmptyTask() {}

  @Override
  public void run(TaskContext task) {}
}
