package io.lull.coordinator.hazelcast;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The entries of one map that are still to be replicated: keys only, so that an entry that changes
 * often is copied in its newest state. Any thread.
 */
final class MapReplica {
  /** Of a map of which nothing is copied. */
  static final MapReplica NONE = new MapReplica("", Map.of(), () -> {});

  /** When more have changed, all are looked through. */
  static final int MAX_CHANGED = 10_000;

  /** Entries in one go. */
  private static final int PORTION = 500;

  private final String prefix;
  private final Map<String, byte[]> original;
  private final Runnable wake;
  private final Set<String> changed = new LinkedHashSet<>();
  private boolean whole = true;

  /**
   * @param prefix of its keys in the copy
   * @param wake told of whatever has to be copied
   */
  MapReplica(String prefix, Map<String, byte[]> original, Runnable wake) {
    this.prefix = prefix;
    this.original = original;
    this.wake = wake;
  }

  void changed(Collection<String> keys) {
    synchronized (changed) {
      if (!whole) {
        changed.addAll(keys);
        if (changed.size() > MAX_CHANGED) {
          changed.clear();
          whole = true;
        }
      }
    }
    wake.run();
  }

  /** All of it has to be copied, as nobody knows what the copy has. */
  void changedWhole() {
    synchronized (changed) {
      changed.clear();
      whole = true;
    }
    wake.run();
  }

  /**
   * Copies what has changed since the last time; when that fails, all is copied next time. May wait
   * for other members, while nobody waits for it.
   *
   * @return whether there was anything
   */
  boolean run(Map<String, byte[]> copy) {
    final boolean all;
    final Set<String> keys;
    synchronized (changed) {
      all = whole;
      whole = false;
      keys = new LinkedHashSet<>(changed);
      changed.clear();
    }
    boolean done = false;
    try {
      if (all) {
        keys.addAll(original.keySet());
        copy.keySet().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> key.substring(prefix.length()))
            .forEach(keys::add);
      }
      bring(keys, copy);
      done = true;
      return all || !keys.isEmpty();
    } finally {
      if (!done) {
        synchronized (changed) {
          whole = true;
        }
      }
    }
  }

  private void bring(Set<String> keys, Map<String, byte[]> copy) {
    final Map<String, byte[]> put = new HashMap<>();
    for (final String key : keys) {
      final byte[] content = original.get(key);
      if (content == null) {
        copy.remove(prefix + key);
      } else {
        put.put(prefix + key, content);
      }
      if (put.size() >= PORTION) {
        copy.putAll(put);
        put.clear();
      }
    }
    if (!put.isEmpty()) {
      copy.putAll(put);
    }
  }
}
