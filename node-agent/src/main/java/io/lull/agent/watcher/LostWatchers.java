package io.lull.agent.watcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last watchers of sessions that have none now. For one thread. */
final class LostWatchers {
  private static final int MOST = 256;

  private final Map<String, Watcher> watchers = new HashMap<>();

  void add(Watcher watcher) {
    if (watcher.greeted() && watchers.size() < MOST) {
      watchers.put(watcher.label(), watcher);
    }
  }

  /** There is another one. */
  void replaced(String label) {
    watchers.remove(label);
  }

  /** Forgets those of a session that has ended. */
  List<Watcher> takeOf(String session) {
    final List<Watcher> taken = new ArrayList<>();
    for (final Watcher watcher : List.copyOf(watchers.values())) {
      if (watcher.session().equals(session)) {
        watchers.remove(watcher.label());
        taken.add(watcher);
      }
    }
    return taken;
  }
}
