package io.lull.reconfig.message.task;

import io.lull.protocol.wire.TaskStatus;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The tasks that are on this worker, ended ones included. Any thread. */
final class TaskTable {
  private final Map<Long, RunningTask> tasks = new ConcurrentHashMap<>();

  Optional<RunningTask> get(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  /**
   * @return whether there was none of this id
   */
  boolean add(RunningTask task) {
    return tasks.putIfAbsent(task.id(), task) == null;
  }

  void remove(RunningTask task) {
    tasks.remove(task.id(), task);
  }

  Collection<RunningTask> all() {
    return List.copyOf(tasks.values());
  }

  /**
   * For people, in the order of their ids.
   *
   * @param most so many of them
   */
  List<TaskStatus> statuses(int most) {
    return tasks.values().stream()
        .sorted(Comparator.comparingLong(RunningTask::id))
        .limit(most)
        .map(RunningTask::status)
        .toList();
  }

  int count() {
    return tasks.size();
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }
}
