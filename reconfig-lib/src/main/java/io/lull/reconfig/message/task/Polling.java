package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.Link;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A task that would wait looks for a moment itself for what comes, if a processor has nothing
 * better to do: waking a link's thread, and then the task, takes longer than most messages. Where
 * looking finds nothing it is done less, so that tasks that wait for long cost little. Any thread.
 *
 * <p>Links are polled only where there are no more tasks than processors. A task that polls may
 * have to wait for another's lock; among more tasks it would then wait for a processor, too, and
 * all that comes by the link with it. Elsewhere a task looks for what others bring.
 */
final class Polling {
  /**
   * An answer from another worker takes a tenth of it, where that worker looks, too. Whoever looks
   * in vain loses no more than this.
   */
  private static final long LONGEST_NANOS = 200_000;

  /** A shorter look finds nothing. */
  private static final long SHORTEST_NANOS = 5_000;

  /** Where looking is no use, it is tried again once in so many waits. */
  private static final int TRY_AGAIN = 64;

  private final IdleProcessors processors;
  private final Clock clock;
  private final IntSupplier tasks;
  private final Supplier<Collection<Link>> links;

  /** How long the next look is; a guess, that any thread may spoil. */
  private volatile long nanos = LONGEST_NANOS;

  private volatile int waits;

  /**
   * @param tasks how many there are on this worker
   * @param links to the other workers
   */
  Polling(
      IdleProcessors processors, Clock clock, IntSupplier tasks, Supplier<Collection<Link>> links) {
    this.processors = processors;
    this.clock = clock;
    this.tasks = tasks;
    this.links = links;
  }

  IdleProcessors processors() {
    return processors;
  }

  /** Looks for a moment, until something holds. The calling thread has no lock. */
  void look(BooleanSupplier until) throws InterruptedException {
    final int number = waits + 1;
    waits = number;
    final long most = nanos < SHORTEST_NANOS && number % TRY_AGAIN == 0 ? LONGEST_NANOS : nanos;
    if (most < SHORTEST_NANOS || !processors.take()) {
      return;
    }
    final boolean found;
    try {
      found = poll(until, clock.nanos() + most);
    } finally {
      processors.giveBack();
    }
    nanos = found ? LONGEST_NANOS : most / 2;
  }

  private boolean poll(BooleanSupplier until, long deadline) throws InterruptedException {
    final Collection<Link> present =
        processors.areEnoughFor(tasks.getAsInt()) ? links.get() : List.of();
    while (!until.getAsBoolean()) {
      for (final Link link : present) {
        final boolean _ = link.poll();
      }
      if (clock.nanos() - deadline > 0) {
        return until.getAsBoolean();
      }
      Thread.onSpinWait();
    }
    return true;
  }
}
