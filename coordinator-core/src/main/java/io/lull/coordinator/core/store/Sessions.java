package io.lull.coordinator.core.store;

import io.lull.protocol.wire.NodeStatus;
import java.util.Map;

/**
 * The newest status of connected nodes, replicated for the next leader on a best-effort basis: some
 * of it may be lost, none of it is in the database, and no method waits.
 */
public interface Sessions {
  /** Of a coordinator that nobody follows. */
  Sessions NONE =
      new Sessions() {
        @Override
        public Map<String, NodeStatus> former() {
          return Map.of();
        }

        @Override
        public void said(String node, NodeStatus status) {}

        @Override
        public void gone(String node) {}
      };

  /** What was kept by the last one who led, by node. */
  Map<String, NodeStatus> former();

  /** It is connected, and this is how it is. */
  void said(String node, NodeStatus status);

  /** It is not connected any more, or not a node. */
  void gone(String node);
}
