package io.lull.reconfig.message.placement;

import java.util.List;

/**
 * What a worker did in an interval.
 *
 * @param worker its name
 * @param rate work that it can do in a second; 0: it takes no tasks, for it is to leave
 * @param tasks that are there, and have not ended
 */
public record LoadReport(String worker, double rate, List<TaskLoad> tasks) {
  public LoadReport {
    tasks = List.copyOf(tasks);
  }

  double work() {
    return tasks.stream().mapToDouble(TaskLoad::work).sum();
  }
}
