package io.lull.coordinator.core.control;

import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.scheduling.SharingTerms;
import java.time.ZoneOffset;

/** A grid as rounds have it, on a test's shelves and clock. */
final class Controls {
  private Controls() {}

  static GridControl of(
      RecordMaps maps, NodeHistory history, Clock clock, GridControl.Terms terms) {
    return of(maps, history, clock, new Always(terms), ControlObserver.NONE);
  }

  static GridControl of(
      RecordMaps maps,
      NodeHistory history,
      Clock clock,
      LeaderLease lease,
      ControlObserver observer) {
    return GridControl.open(
        maps,
        new ZonedNodeHistory(history, ZoneOffset.UTC),
        new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
        lease,
        () -> true,
        clock,
        observer);
  }

  /** Nobody else ever leads. */
  private record Always(GridControl.Terms terms) implements LeaderLease {
    @Override
    public long fence() {
      return terms.fence();
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public boolean contested() {
      return terms.answering();
    }
  }
}
