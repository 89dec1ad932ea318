package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.model.NodeState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A history in memory. */
final class KeptHistory implements NodeHistory {
  private static final Comparator<Change> IN_ORDER =
      Comparator.comparingLong(Change::atMillis).thenComparing(Change::node);

  final List<Change> changes = new ArrayList<>();
  private int refusals;

  /** The next so many times nothing can be read. */
  void refuseReads(int times) {
    refusals = times;
  }

  @Override
  public void append(List<Change> more) {
    changes.addAll(more);
  }

  @Override
  public Map<String, NodeState> statesBefore(long millis) {
    return Map.of();
  }

  @Override
  public List<Change> between(long fromMillis, long untilMillis) {
    return changes.stream()
        .filter(change -> change.atMillis() >= fromMillis && change.atMillis() < untilMillis)
        .sorted(IN_ORDER)
        .toList();
  }

  @Override
  public List<Change> after(Place place, int most) {
    if (refusals > 0) {
      refusals--;
      throw new StoreException("the disk does not answer");
    }
    final Change last = new Change(place.node(), NodeState.OFFLINE, place.atMillis());
    return changes.stream()
        .filter(change -> IN_ORDER.compare(change, last) > 0)
        .sorted(IN_ORDER)
        .limit(most)
        .toList();
  }

  @Override
  public void dropBefore(long millis) {
    changes.removeIf(change -> change.atMillis() < millis);
  }
}
