package io.lull.agent.watcher;

import io.lull.platform.session.Complaints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last watchers of sessions that have none now. For one thread. */
final class LostWatchers {
  private static final Logger LOG = LoggerFactory.getLogger(LostWatchers.class);
  private static final int MOST = 256;

  private final Map<String, Watcher> watchers = new HashMap<>();
  private final Complaints refusals = new Complaints();

  /**
   * @param why it is lost, or was never accepted
   */
  void add(Watcher watcher, String why) {
    if (!watcher.greeted()) {
      final String refusal = "a watcher of " + watcher.who() + ": " + why;
      if (refusals.isNew(refusal)) {
        LOG.warn("{}", refusal);
      }
      return;
    }
    LOG.warn("{}: {}", watcher.label(), why);
    if (watchers.size() < MOST) {
      watchers.put(watcher.label(), watcher);
    }
  }

  /** There is another one. */
  void replaced(String label) {
    watchers.remove(label);
    refusals.clear();
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
