package io.lull.coordinator.core.store;

import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.protocol.model.NodeState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that is kept of the history of nodes: of the newer part each change, of the older one for how
 * long each node was in which state in each hour, in UTC. What is kept in one form is not in the
 * other.
 */
public interface NodeArchive {
  /**
   * What is known of a stretch of time, all as of one moment.
   *
   * @param hours of the older part, by their beginnings in epoch milliseconds: for how many
   *     milliseconds all nodes together were in which state
   * @param changesFromMillis from when on changes are told
   * @param before the state of each node then, as far as changes tell
   * @param changes from then on, oldest first
   */
  record Stretch(
      Map<Long, Map<NodeState, Long>> hours,
      long changesFromMillis,
      Map<String, NodeState> before,
      List<Change> changes) {
    public Stretch {
      hours = Map.copyOf(hours);
      before = Map.copyOf(before);
      changes = List.copyOf(changes);
    }
  }

  /**
   * The same of some nodes, one by one.
   *
   * @param days of the older part, by node and by their beginnings
   */
  record Lives(
      Map<String, Map<Long, NodeDay>> days, Map<String, NodeState> before, List<Change> changes) {
    public Lives {
      days = Map.copyOf(days);
      before = Map.copyOf(before);
      changes = List.copyOf(changes);
    }
  }

  /** As exactly as it is kept. */
  Stretch between(long fromMillis, long untilMillis);

  /**
   * The same for who looks at nothing shorter than hours: days that are over are told by these.
   *
   * @param fromMillis a full hour, in UTC
   */
  Stretch inHours(long fromMillis, long untilMillis);

  Lives lives(Collection<String> nodes, long fromMillis, long untilMillis);

  /** A change, and the state that the node had before; empty: nothing older is kept of it. */
  record Turn(Change change, Optional<NodeState> before) {}

  /** Of the newer part the last so many changes before that place, newest first. */
  List<Turn> backFrom(Place place, int most);

  /**
   * Makes hours of the oldest day of some nodes, if all of it lies before a moment, in one step
   * that is done or not. The state in which a node leaves that day stays, as a change at its end.
   *
   * @param most of how many nodes
   * @return of how many; 0: there is nothing left to do
   */
  int condense(long beforeMillis, int most);

  /** Forgets days that were over before this moment. */
  void forget(long beforeMillis);
}
