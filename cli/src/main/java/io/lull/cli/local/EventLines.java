package io.lull.cli.local;

import io.lull.cli.text.HumanFormat;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.NodeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is new since the last snapshot, as lines. */
public final class EventLines {
  /** The time for which a change waits for its downtime figure. */
  private static final int MOST_SIGHTS = 10;

  private final Set<GridSnapshot.EventKey> told = new HashSet<>();
  private final Map<GridSnapshot.EventKey, Integer> unsettled = new HashMap<>();
  private final Map<String, String> states = new HashMap<>();

  /**
   * The changes of the job's configuration since the last call. A change's downtime is known a
   * moment later; it is waited for, but not for long.
   */
  public List<String> changes(GridSnapshot sight) {
    final List<String> lines = new ArrayList<>();
    for (final EventView event : sight.changes()) {
      final GridSnapshot.EventKey key = GridSnapshot.EventKey.of(event);
      final boolean settled =
          event.getDowntimeMillis() > 0 || unsettled.merge(key, 1, Integer::sum) > MOST_SIGHTS;
      if (settled && told.add(key)) {
        lines.add(change(event));
      }
    }
    return lines;
  }

  /** Nodes with another state than at the last call. */
  public List<String> nodes(GridSnapshot sight) {
    final List<String> lines = new ArrayList<>();
    for (final NodeView node : sight.nodes()) {
      if (!node.getState().equals(states.put(node.getName(), node.getState()))) {
        lines.add(node.getName() + " is " + node.getState() + ": " + node.getReason());
      }
    }
    return lines;
  }

  /** As in {@code grow 3 → 4: alder joins; 4.1 MiB moved of 4.1 MiB at least, 82.0 ms down}. */
  public static String change(EventView event) {
    final List<String> parts = new ArrayList<>();
    if (event.getNodesLeftCount() > 0) {
      parts.add(String.join(", ", event.getNodesLeftList()) + " left");
    }
    if (event.getNodesJoinedCount() > 0) {
      parts.add(String.join(", ", event.getNodesJoinedList()) + " joined");
    }
    if (event.getBytesMoved() > 0) {
      parts.add(Sizes.format(event.getBytesMoved()) + " moved");
    }
    parts.add(HumanFormat.millis(event.getDowntimeMillis()) + " down");
    if (event.getLostIterations() > 0) {
      parts.add(event.getLostIterations() + " iterations again");
    }
    return event.getKind()
        + " "
        + event.getFrom()
        + " → "
        + event.getTo()
        + ", "
        + String.join(", ", parts);
  }
}
