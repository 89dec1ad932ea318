package io.lull.coordinator.core.control;

import io.lull.protocol.wire.AgentOrder;
import java.util.ArrayList;
import java.util.List;

/** Orders that wait until what they follow from is stored. */
final class PendingOrders {
  /** An order for a node, without fence and acknowledgement. */
  record Waiting(String node, AgentOrder order) {}

  private final List<Waiting> waiting = new ArrayList<>();

  void add(String node, AgentOrder order) {
    waiting.add(new Waiting(node, order));
  }

  int size() {
    return waiting.size();
  }

  /** Puts an order before those that were added since the queue had this size. */
  void insert(int at, String node, AgentOrder order) {
    waiting.add(at, new Waiting(node, order));
  }

  List<Waiting> drain() {
    final List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }
}
