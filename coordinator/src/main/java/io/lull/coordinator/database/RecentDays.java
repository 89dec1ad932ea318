package io.lull.coordinator.database;

import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * A cache of the days whose changes are stored one by one: the states of nodes at the start of each
 * day, and the sums of past days. Filled on demand: a database scans all its rows for the former,
 * and people query the same days repeatedly. Any thread.
 */
final class RecentDays {
  /** More are not kept; each takes some words for each node. */
  private static final int MOST = 64;

  private final TreeMap<Long, Map<String, NodeState>> begins = new TreeMap<>();
  private final TreeMap<Long, Map<Long, Map<NodeState, Long>>> sums = new TreeMap<>();
  private final Set<Reading> readings = new HashSet<>();

  /**
   * Somebody who reads, and does not see what is written meanwhile: what that bears on is not kept.
   */
  final class Reading implements AutoCloseable {
    private long changedFromMillis = Long.MAX_VALUE;

    private boolean knowsUntil(long millis) {
      return changedFromMillis >= millis;
    }

    @Override
    public void close() {
      synchronized (RecentDays.this) {
        readings.remove(this);
      }
    }
  }

  /** To be begun before anything is read. */
  synchronized Reading reading() {
    final Reading reading = new Reading();
    readings.add(reading);
    return reading;
  }

  /** Changes from that moment on have come. */
  synchronized void changed(long fromMillis) {
    readings.forEach(
        reading -> reading.changedFromMillis = Math.min(reading.changedFromMillis, fromMillis));
    begins.tailMap(fromMillis, false).clear();
    sums.tailMap(fromMillis - NodeDay.DAY_MILLIS, false).clear();
  }

  /** The states of all nodes when that day begins. */
  Map<String, NodeState> statesAt(Handle handle, long day, Reading reading) {
    final Optional<Map.Entry<Long, Map<String, NodeState>>> known = knownBefore(day);
    if (known.isEmpty()) {
      return keep(day, NodeStateTable.statesBefore(handle, day), reading);
    }
    Map<String, NodeState> states = known.get().getValue();
    for (long each = known.get().getKey(); each < day; each += NodeDay.DAY_MILLIS) {
      final List<Change> changes = NodeStateTable.between(handle, each, each + NodeDay.DAY_MILLIS);
      states = keep(each + NodeDay.DAY_MILLIS, after(states, changes), reading);
    }
    return states;
  }

  /** For how long all nodes together were in which state, by the beginnings of the day's hours. */
  Map<Long, Map<NodeState, Long>> sum(Handle handle, long day, Reading reading) {
    synchronized (this) {
      final Map<Long, Map<NodeState, Long>> known = sums.get(day);
      if (known != null) {
        return known;
      }
    }
    final Map<String, NodeState> before = statesAt(handle, day, reading);
    final List<Change> changes = NodeStateTable.between(handle, day, day + NodeDay.DAY_MILLIS);
    final Map<String, List<Change>> ofNodes = new HashMap<>();
    before.forEach((node, state) ->
        ofNodes.computeIfAbsent(node, _ -> new ArrayList<>()).add(new Change(node, state, day)));
    changes.forEach(
        change -> ofNodes.computeIfAbsent(change.node(), _ -> new ArrayList<>()).add(change));
    final Map<Long, Map<NodeState, Long>> sum = new HashMap<>();
    ofNodes.values().forEach(ofNode -> NodeDay.of(day, ofNode).addTo(sum, day));
    final Map<String, NodeState> _ =
        keep(day + NodeDay.DAY_MILLIS, after(before, changes), reading);
    return keepSum(day, sum, reading);
  }

  private static Map<String, NodeState> after(Map<String, NodeState> before, List<Change> changes) {
    final Map<String, NodeState> states = new HashMap<>(before);
    changes.forEach(change -> states.put(change.node(), change.state()));
    return states;
  }

  /** From which it is not farther than looking through everything would be. */
  private synchronized Optional<Map.Entry<Long, Map<String, NodeState>>> knownBefore(long day) {
    return Optional.ofNullable(begins.floorEntry(day))
        .filter(known -> day - known.getKey() <= MOST * NodeDay.DAY_MILLIS);
  }

  private synchronized Map<String, NodeState> keep(
      long day, Map<String, NodeState> states, Reading reading) {
    if (reading.knowsUntil(day)) {
      begins.put(day, states);
      if (begins.size() > MOST) {
        begins.pollFirstEntry();
      }
    }
    return states;
  }

  private synchronized Map<Long, Map<NodeState, Long>> keepSum(
      long day, Map<Long, Map<NodeState, Long>> sum, Reading reading) {
    if (reading.knowsUntil(day + NodeDay.DAY_MILLIS)) {
      sums.put(day, sum);
      if (sums.size() > MOST) {
        sums.pollFirstEntry();
      }
    }
    return sum;
  }
}
