package io.lull.coordinator.core.store;

import io.lull.protocol.model.NodeState;
import java.util.List;
import java.util.Map;

/**
 * The port for state changes of nodes, each as it was. Older ones are summarised: see {@link
 * NodePast}.
 */
public interface NodeHistory {
  /** From this moment on, until the next record of the same node. */
  record Change(String node, NodeState state, long atMillis) {}

  /**
   * A place between two changes: just after that of the node at that moment, those of one moment
   * being in the order of their nodes' names.
   */
  record Place(long atMillis, String node) {
    /** Before all changes from that moment on. */
    public static Place before(long atMillis) {
      return new Place(atMillis, "");
    }

    public static Place of(Change change) {
      return new Place(change.atMillis(), change.node());
    }
  }

  /** All or none. */
  void append(List<Change> changes);

  /** The state of each node that was known before this moment. */
  Map<String, NodeState> statesBefore(long millis);

  /** Changes from the first moment on and before the second, oldest first. */
  List<Change> between(long fromMillis, long untilMillis);

  /** The first so many changes after that place, oldest first. */
  List<Change> after(Place place, int most);

  /** Forgets what is older. */
  void dropBefore(long millis);
}
