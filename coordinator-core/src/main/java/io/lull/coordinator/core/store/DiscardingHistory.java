package io.lull.coordinator.core.store;

import io.lull.protocol.model.NodeState;
import java.util.List;
import java.util.Map;

/** A history that stores nothing, for simulations and tests that do not query it. */
public class DiscardingHistory implements NodeHistory {
  @Override
  public void append(List<Change> changes) {}

  @Override
  public Map<String, NodeState> statesBefore(long millis) {
    return Map.of();
  }

  @Override
  public List<Change> between(long fromMillis, long untilMillis) {
    return List.of();
  }

  @Override
  public List<Change> after(Place place, int most) {
    return List.of();
  }

  @Override
  public void dropBefore(long millis) {}
}
