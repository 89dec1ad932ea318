package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.routing.WaitCycle;
import io.lull.reconfig.message.routing.WaitingTask;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Looks for tasks that wait for each other in a circle. Each worker reports its tasks that have
 * waited for a while to the worker whose name comes first, which looks. Any thread.
 */
final class WaitWatch {
  /** Who waits for so long is reported, and is looked at so often. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private final TaskTable tasks;
  private final TaskRouter router;
  private final BiConsumer<Long, Throwable> failed;
  private final WaitCycle cycle = new WaitCycle();
  private long life;

  /**
   * @param failed takes a circle that was found: one of its tasks, and the error that names it
   */
  WaitWatch(TaskTable tasks, TaskRouter router, BiConsumer<Long, Throwable> failed) {
    this.tasks = tasks;
    this.router = router;
    this.failed = failed;
  }

  /** A task of another worker has been waiting. */
  synchronized void heard(WaitingTask waiting, long ofLife) {
    if (ofLife != life) {
      cycle.clear();
      life = ofLife;
    }
    cycle.report(waiting);
  }

  /** Once in each interval. */
  void look() {
    final TaskMembers members = router.members();
    final String watcher = members.first();
    for (final RunningTask task : tasks.all()) {
      final long ofLife = task.mailbox().life();
      task.mailbox()
          .waiting(INTERVAL.toNanos())
          .ifPresent(waiting -> {
            if (watcher.equals(members.self())) {
              heard(waiting, ofLife);
            } else {
              router.say(ofLife, watcher, TaskWire.WAITING, task.id(), TaskWire.waiting(waiting));
            }
          });
    }
    if (watcher.equals(members.self())) {
      name();
    }
  }

  private void name() {
    final List<WaitingTask> circle;
    synchronized (this) {
      circle = life == router.life() ? cycle.find() : List.of();
    }
    if (!circle.isEmpty()) {
      failed.accept(
          circle.getFirst().task(),
          new ProgramError(
              "tasks wait for each other in a circle: "
                  + circle.stream().map(WaitingTask::toString).collect(Collectors.joining("; "))));
    }
  }
}
