package io.lull.coordinator.store;

import io.lull.protocol.model.NodeState;
import java.util.List;
import java.util.Map;

/**
 * When each node was in which state, each change as it was. Of long ago there is less: see {@link
 * NodePast}.
 */
public interface NodeHistory {
  /** From this moment on, until the next record of the same node. */
  record Change(String node, NodeState state, long atMillis) {}

  /** All or none. */
  void append(List<Change> changes);

  /** The state of each node that was known before this moment. */
  Map<String, NodeState> statesBefore(long millis);

  /** Changes from the first moment on and before the second, oldest first. */
  List<Change> between(long fromMillis, long untilMillis);

  /** Forgets what is older. */
  void dropBefore(long millis);
}
