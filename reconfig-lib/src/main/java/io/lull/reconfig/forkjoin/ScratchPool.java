package io.lull.reconfig.forkjoin;

import io.lull.reconfig.check.Poison;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What threads of a loop use for themselves, as many as there are threads. Any thread. */
final class ScratchPool<S> {
  private final Supplier<S> made;
  private final boolean poisoned;
  private final Queue<S> free = new ConcurrentLinkedQueue<>();

  /**
   * @param poisoned whether what is in one is overwritten before each use
   */
  ScratchPool(Supplier<S> made, boolean poisoned) {
    this.made = made;
    this.poisoned = poisoned;
  }

  S take() {
    final @Nullable S used = free.poll();
    final S taken = used == null ? made.get() : used;
    if (poisoned) {
      Poison.into(taken);
    }
    return taken;
  }

  void giveBack(S used) {
    free.add(used);
  }

  /** All that were made, when no thread uses one. */
  Collection<S> all() {
    return free;
  }
}
