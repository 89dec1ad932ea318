package io.lull.reconfig.forkjoin;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What threads of a loop use for themselves, as many as there are threads. Any thread. */
final class ScratchPool<S> {
  private final Supplier<S> made;
  private final Queue<S> free = new ConcurrentLinkedQueue<>();

  ScratchPool(Supplier<S> made) {
    this.made = made;
  }

  S take() {
    final @Nullable S used = free.poll();
    return used == null ? made.get() : used;
  }

  void giveBack(S used) {
    free.add(used);
  }

  /** All that were made, when no thread uses one. */
  Collection<S> all() {
    return free;
  }
}
