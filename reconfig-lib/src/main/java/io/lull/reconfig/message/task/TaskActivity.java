package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.message.routing.TaskPort;
import io.lull.reconfig.message.routing.WaitingTask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a task computes or waits, for what and since when, and how long it has computed. Under
 * the task's lock.
 */
final class TaskActivity {
  private final Clock clock;
  private final IdleProcessors processors;
  private @Nullable Wait wait;

  /** When what it does now began. */
  private long since;

  private boolean computes;
  private long computedNanos;

  /** How often it has waited. */
  private long waits;

  TaskActivity(Clock clock, IdleProcessors processors) {
    this.clock = clock;
    this.processors = processors;
  }

  /** It has a processor from now on, or would take one. */
  void computes() {
    wait = null;
    if (!computes) {
      computes = true;
      processors.begins();
      since = clock.nanos();
    }
  }

  void waitsFor(Wait what) {
    rests();
    wait = what;
    since = clock.nanos();
    waits++;
  }

  /** It neither computes nor waits for another task. */
  void rests() {
    if (computes) {
      computedNanos = computedNanos();
      computes = false;
      processors.ends();
    }
    wait = null;
  }

  long computedNanos() {
    return computes ? computedNanos + clock.nanos() - since : computedNanos;
  }

  /** What it has been waiting for, for so long at least. */
  Optional<WaitingTask> waiting(long nanos, TaskPort port) {
    final @Nullable Wait present = wait;
    return present == null || clock.nanos() - since < nanos
        ? Optional.empty()
        : Optional.of(port.waiting(waits, present.sends(), present.peer(), present.tag()));
  }
}
