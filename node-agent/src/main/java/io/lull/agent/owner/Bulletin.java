package io.lull.agent.owner;

import io.lull.platform.input.InputSource;
import io.lull.protocol.wire.NodeStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a node's state whenever something has changed that should be known at once; sources,
 * too, that look more often while a guest may run.
 */
final class Bulletin {
  private final List<InputSource> sources;
  private @Nullable OwnerListener listener;
  private boolean guestMayRun = true;
  private @Nullable Telling last;

  /** Numbers that merely run on are left out: they go with heartbeats. */
  private record Telling(NodeStatus status, Judgement.Kind kind, List<String> leaving) {
    static Telling of(NodeCore core, NodeStatus status) {
      return new Telling(
          status.toBuilder()
              .clearReason()
              .clearOwnerIdleMillis()
              .clearOwnerCpu()
              .clearGuestCpu()
              .clearGraceDeadlineEpochMillis()
              .clearGraceLeftMillis()
              .build(),
          core.verdict().judgement().kind(),
          core.guests().entrySet().stream()
              .filter(entry -> entry.getValue().leave() != null)
              .map(Map.Entry::getKey)
              .toList());
    }
  }

  Bulletin(List<InputSource> sources) {
    this.sources = List.copyOf(sources);
  }

  void to(OwnerListener hears) {
    listener = hears;
  }

  void publish(NodeCore core) {
    final boolean may = core.willing() || core.hasGuests();
    if (may != guestMayRun) {
      guestMayRun = may;
      sources.forEach(source -> source.guestMayRun(may));
    }
    final NodeStatus status = core.toWire();
    final Telling telling = Telling.of(core, status);
    if (listener != null && !telling.equals(last)) {
      last = telling;
      listener.status(status);
    }
    if (listener != null) {
      listener.stepped();
    }
  }
}
