package io.lull.reconfig.message.task;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a worker has a processor on which no task computes: a task that waits may use it to look
 * for what it waits for. Any thread.
 */
final class IdleProcessors {
  private final int processors;
  private final AtomicInteger used = new AtomicInteger();

  IdleProcessors(int processors) {
    this.processors = processors;
  }

  /** Whether each of so many tasks could compute at once. */
  boolean areEnoughFor(int tasks) {
    return tasks <= processors;
  }

  /** A task computes from now on, whether or not there is a processor for it. */
  void begins() {
    used.incrementAndGet();
  }

  void ends() {
    used.decrementAndGet();
  }

  /**
   * Takes a processor, to be given back.
   *
   * @return whether there was one
   */
  boolean take() {
    return used.getAndUpdate(now -> now < processors ? now + 1 : now) < processors;
  }

  void giveBack() {
    used.decrementAndGet();
  }
}
