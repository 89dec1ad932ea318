package io.lull.reconfig.message.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks that wait for each other in a circle. A task that waits for a message of another one
 * can only go on when that one does, if no message of it is under way. Pure.
 *
 * <p>Reports of different workers are of different times: a circle counts when each of its tasks
 * has reported the same wait twice, for a task that has gone on in between has another.
 */
public final class WaitCycle {
  private final Map<Long, WaitingTask> before = new HashMap<>();
  private final Map<Long, WaitingTask> now = new HashMap<>();

  /** Who has reported since the last look: a task that has gone on reports no more. */
  private final Set<Long> reported = new HashSet<>();

  /** A task waits, as its worker reports. */
  public void report(WaitingTask waiting) {
    reported.add(waiting.task());
    final @Nullable WaitingTask last = now.put(waiting.task(), waiting);
    if (last == null || last.serial() != waiting.serial()) {
      before.remove(waiting.task());
    } else {
      before.put(waiting.task(), last);
    }
  }

  /** All that was reported is of another time. */
  public void clear() {
    before.clear();
    now.clear();
    reported.clear();
  }

  /**
   * A circle, if there is one, of tasks that have reported since this was asked before.
   *
   * @return its tasks, each of which waits for the next one, and the last for the first; empty:
   *     there is none
   */
  public List<WaitingTask> find() {
    before.keySet().retainAll(reported);
    now.keySet().retainAll(reported);
    reported.clear();
    for (final WaitingTask start : before.values()) {
      final Set<Long> way = new LinkedHashSet<>();
      @Nullable WaitingTask at = start;
      while (at != null && way.add(at.task())) {
        at = next(at);
      }
      if (at != null) {
        return from(at.task(), way);
      }
    }
    return List.of();
  }

  private List<WaitingTask> from(long first, Set<Long> way) {
    final List<WaitingTask> circle = new ArrayList<>();
    for (final long task : way) {
      if (task == first || !circle.isEmpty()) {
        final @Nullable WaitingTask waiting = before.get(task);
        if (waiting != null) {
          circle.add(waiting);
        }
      }
    }
    return List.copyOf(circle);
  }

  /** The task that this one waits for, if that waits, too. */
  private @Nullable WaitingTask next(WaitingTask waiting) {
    final @Nullable WaitingTask peer = before.get(waiting.peer());
    if (peer == null) {
      return null;
    }
    final boolean isUnderWay =
        !waiting.sends() && peer.sent().getOrDefault(waiting.task(), 0L) > waiting.taken();
    return isUnderWay ? null : peer;
  }
}
