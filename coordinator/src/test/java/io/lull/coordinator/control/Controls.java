package io.lull.coordinator.control;

import io.lull.coordinator.notice.NoticeBoard;
import io.lull.coordinator.store.JobStore;
import io.lull.coordinator.store.LogTailStore;
import io.lull.coordinator.store.NameStore;
import io.lull.coordinator.store.NodeHistory;
import io.lull.coordinator.store.NodeStore;
import io.lull.coordinator.store.NoticeStore;
import io.lull.coordinator.store.Shelves;
import io.lull.coordinator.store.UsageStore;
import io.lull.coordinator.vitals.Vitals;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.scheduling.SharingTerms;
import java.time.ZoneOffset;

/** What a control loop has about it, on a test's shelves and clock. */
final class Controls {
  private Controls() {}

  static GridControl of(
      Shelves shelves, NodeHistory history, Clock clock, GridControl.Terms terms) {
    final Vitals vitals = new Vitals(clock, "test");
    final Outbox outbox = new Outbox();
    return new GridControl(
        new NodeTable(
            new NodeStore(shelves),
            new NameStore(shelves),
            history,
            new HabitBook(history, ZoneOffset.UTC, clock),
            shelves.sessions(),
            clock,
            vitals.control()),
        new JobTable(
            new JobStore(shelves),
            job -> DataPlane.getDefaultInstance(),
            new NoticeBoard(new NoticeStore(shelves), () -> true, clock),
            outbox,
            clock,
            vitals.control()),
        new UsageBook(new UsageStore(shelves), SharingTerms.DEFAULT, clock),
        outbox,
        new LogTailStore(shelves),
        clock,
        terms);
  }
}
