package io.lull.coordinator.core.control;

import io.lull.coordinator.core.leadership.Mandate;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.Shelves;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.scheduling.SharingTerms;
import java.time.ZoneOffset;

/** A grid as rounds have it, on a test's shelves and clock. */
final class Controls {
  private Controls() {}

  static GridControl of(
      Shelves shelves, NodeHistory history, Clock clock, GridControl.Terms terms) {
    return of(shelves, history, clock, new Always(terms), ControlObserver.NONE);
  }

  static GridControl of(
      Shelves shelves, NodeHistory history, Clock clock, Mandate lease, ControlObserver observer) {
    return GridControl.open(
        shelves,
        new Past(history, ZoneOffset.UTC),
        new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
        lease,
        () -> true,
        clock,
        observer);
  }

  /** Nobody else ever leads. */
  private record Always(GridControl.Terms terms) implements Mandate {
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
