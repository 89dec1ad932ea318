package io.lull.reconfig.message.task;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tasks have ended, on any worker. A task names with its end those that it had begun, so that
 * no worker takes the program for ended before it knows of all tasks. Any thread.
 */
final class TaskEnds {
  private final Set<Long> ended = new HashSet<>();
  private final Set<Long> spawned = new HashSet<>();
  private int first;
  private int firstEnded;
  private long present;

  /**
   * The program begins or recovers.
   *
   * @param count of the tasks with which it began
   * @param life that begins
   */
  synchronized void reset(int count, long life) {
    first = count;
    present = life;
    firstEnded = 0;
    ended.clear();
    spawned.clear();
  }

  synchronized void ended(long task, List<Long> children, long life) {
    if (life != present) {
      return;
    }
    if (ended.add(task) && task < first) {
      firstEnded++;
    }
    spawned.addAll(children);
  }

  synchronized boolean areAll() {
    return firstEnded == first && ended.containsAll(spawned);
  }
}
