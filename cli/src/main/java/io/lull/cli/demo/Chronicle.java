package io.lull.cli.demo;

import io.lull.cli.text.Words;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.NodeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is new from one sight to the next, as lines. */
final class Chronicle {
  private final Set<Sight.EventKey> told = new HashSet<>();
  private final Map<String, String> states = new HashMap<>();

  /** Changes of the job's configuration that came about since the last call. */
  List<String> changes(Sight sight) {
    final List<String> lines = new ArrayList<>();
    for (final EventView event : sight.changes()) {
      if (told.add(Sight.EventKey.of(event))) {
        lines.add(change(event));
      }
    }
    return lines;
  }

  /** Nodes that are in another state than at the last call. */
  List<String> nodes(Sight sight) {
    final List<String> lines = new ArrayList<>();
    for (final NodeView node : sight.nodes()) {
      if (!node.getState().equals(states.put(node.getName(), node.getState()))) {
        lines.add(node.getName() + " is " + node.getState() + ": " + node.getReason());
      }
    }
    return lines;
  }

  /** As in {@code grow 3 → 4: alder joins; 4.1 MiB moved of 4.1 MiB at least, 82.0 ms down}. */
  static String change(EventView event) {
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
    parts.add(Words.millis(event.getDowntimeMillis()) + " down");
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
