package io.lull.simulator.fault;

import io.lull.coordinator.core.store.NodeHistory;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A past in which every owner came back every ten minutes. A coordinator that begins to lead on it
 * lets ghosts wait for jobs.
 */
final class RestlessPast implements NodeHistory {
  private static final long STAY_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final int STAYS = 144;

  private final List<Change> changes = new ArrayList<>();

  /**
   * @param untilMillis epoch milliseconds
   */
  RestlessPast(List<String> nodes, long untilMillis) {
    // Changes of one moment are in the order of their nodes' names.
    final List<String> ordered = nodes.stream().sorted().toList();
    for (int stay = STAYS; stay > 0; stay--) {
      final long from = untilMillis - stay * STAY_MILLIS;
      ordered.forEach(node -> changes.add(new Change(node, NodeState.AVAILABLE, from)));
      ordered.forEach(
          node -> changes.add(new Change(node, NodeState.OWNER, from + STAY_MILLIS - 1)));
    }
  }

  @Override
  public void append(List<Change> newest) {
    // What happens within a history is seconds long: it adds nothing.
  }

  @Override
  public Map<String, NodeState> statesBefore(long millis) {
    return Map.of();
  }

  @Override
  public List<Change> between(long fromMillis, long untilMillis) {
    return changes.stream()
        .filter(change -> change.atMillis() >= fromMillis && change.atMillis() < untilMillis)
        .toList();
  }

  @Override
  public List<Change> after(Place place, int most) {
    return changes.stream()
        .filter(change ->
            change.atMillis() > place.atMillis()
                || (change.atMillis() == place.atMillis()
                    && change.node().compareTo(place.node()) > 0))
        .limit(most)
        .toList();
  }

  @Override
  public void dropBefore(long millis) {
    changes.removeIf(change -> change.atMillis() < millis);
  }
}
