package io.lull.coordinator.core.control;

import io.lull.coordinator.core.notice.NoticeBoard;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.Shelves;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.protocol.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * What a leader has in memory.
 *
 * @param outbox orders that nodes and jobs have yet to be sent
 */
record GridTables(
    NodeTable nodes, JobTable jobs, UsageBook usage, LogTails logTails, Outbox outbox) {

  /**
   * As the stores have it.
   *
   * @param notices says whether another notice can wait to be sent
   */
  static GridTables read(
      Shelves shelves,
      Past past,
      GridTerms terms,
      BooleanSupplier notices,
      Clock clock,
      ControlObserver observer) {
    final Outbox outbox = new Outbox();
    return new GridTables(
        new NodeTable(
            new NodeStore(shelves),
            new NameStore(shelves),
            past.history(),
            new HabitBook(past.history(), past.zone(), clock, observer),
            shelves.sessions(),
            clock,
            observer),
        new JobTable(
            new JobStore(shelves),
            terms.keys(),
            new NoticeBoard(new NoticeStore(shelves), notices, observer::noticeDropped, clock),
            outbox,
            clock,
            observer),
        new UsageBook(new UsageStore(shelves), terms.sharing(), clock),
        new LogTails(new LogTailStore(shelves), clock),
        outbox);
  }
}
