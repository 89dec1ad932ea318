package io.lull.simulator.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** Workers of a node that stand still, and what they find when they go on. */
final class SuspendedWorkers {
  private final Map<String, Deque<Runnable>> waiting = new TreeMap<>();

  void suspend(String worker) {
    waiting.putIfAbsent(worker, new ArrayDeque<>());
  }

  void resume(String worker) {
    final Deque<Runnable> found = waiting.remove(worker);
    if (found != null) {
      found.forEach(Runnable::run);
    }
  }

  boolean stands(String worker) {
    return waiting.containsKey(worker);
  }

  /** At once, unless it stands still. */
  void whenItRuns(String worker, Runnable what) {
    final Deque<Runnable> later = waiting.get(worker);
    if (later == null) {
      what.run();
    } else {
      later.add(what);
    }
  }

  /** It is gone. */
  void forget(String worker) {
    waiting.remove(worker);
  }
}
