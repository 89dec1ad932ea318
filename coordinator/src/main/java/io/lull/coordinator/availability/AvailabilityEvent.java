package io.lull.coordinator.availability;

import io.lull.coordinator.core.store.NodeArchive.Turn;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.protocol.model.NodeState;
import java.util.Locale;
import java.util.Optional;

/** An event of a node in its availability history. */
public record AvailabilityEvent(long atMillis, String node, Kind kind) {
  /** An owner who goes and comes without a guest is none of them. */
  public enum Kind {
    /** Its agent connected. */
    CAME,
    /** Its agent is not heard from any more. */
    WENT,
    /** Its owner took back what a job had. */
    RECLAIMED,
    DRAINED,
    UNDRAINED;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a change comes to. */
  public static Optional<AvailabilityEvent> of(Turn turn) {
    final NodeState after = turn.change().state();
    final long at = turn.change().atMillis();
    if (turn.before().isEmpty()) {
      // The first that is kept of it; what a day in hours left behind it lies on its end.
      return after == NodeState.OFFLINE || at % NodeDay.DAY_MILLIS == 0
          ? Optional.empty()
          : Optional.of(new AvailabilityEvent(at, turn.change().node(), Kind.CAME));
    }
    return kind(turn.before().get(), after)
        .map(kind -> new AvailabilityEvent(at, turn.change().node(), kind));
  }

  private static Optional<Kind> kind(NodeState before, NodeState after) {
    if (before == after) {
      return Optional.empty();
    }
    if (after == NodeState.OFFLINE) {
      return Optional.of(Kind.WENT);
    }
    if (after == NodeState.DRAINED) {
      return Optional.of(Kind.DRAINED);
    }
    return switch (before) {
      case OFFLINE -> Optional.of(Kind.CAME);
      case DRAINED -> Optional.of(Kind.UNDRAINED);
      case CLAIMED, RUNNING, SUSPENDED ->
          after == NodeState.VACATING || after == NodeState.OWNER
              ? Optional.of(Kind.RECLAIMED)
              : Optional.empty();
      case OWNER, AVAILABLE, VACATING -> Optional.empty();
    };
  }
}
