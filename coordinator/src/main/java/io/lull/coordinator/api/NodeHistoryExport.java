package io.lull.coordinator.api;

import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.NodeUseChange;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Makes parts of stretches of history that follow each other. One thread. */
final class NodeHistoryExport {
  /** So that a part fits into a message. */
  private static final int MOST_CHANGES = 2_000;

  private final Consumer<HistoryPart> parts;
  private final Map<String, NodeUse> uses = new HashMap<>();
  private HistoryPart.Builder part = HistoryPart.newBuilder();

  NodeHistoryExport(Consumer<HistoryPart> parts) {
    this.parts = parts;
  }

  /** Of what is kept in hours alone nothing is told. */
  void add(NodeArchive.Stretch stretch, long untilMillis) {
    if (stretch.changesFromMillis() >= untilMillis) {
      return;
    }
    part.setFrom(stretch.changesFromMillis());
    new TreeMap<>(stretch.before())
        .forEach((node, state) -> change(stretch.changesFromMillis(), node, NodeUse.of(state)));
    stretch
        .changes()
        .forEach(change -> change(change.atMillis(), change.node(), NodeUse.of(change.state())));
    end(untilMillis);
  }

  private void change(long atMillis, String node, NodeUse use) {
    if (uses.put(node, use) == use) {
      return;
    }
    if (part.getChangesCount() == MOST_CHANGES) {
      end(atMillis);
    }
    part.addChanges(NodeUseChange.newBuilder().setAt(atMillis).setNode(node).setUse(use.wire()));
  }

  private void end(long untilMillis) {
    parts.accept(part.setUntil(untilMillis).build());
    part = HistoryPart.newBuilder().setFrom(untilMillis);
  }
}
