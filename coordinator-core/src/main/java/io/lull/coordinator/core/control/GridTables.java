package io.lull.coordinator.core.control;

import io.lull.coordinator.core.notice.NoticeBoard;
import io.lull.coordinator.core.store.AccountStore;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.NodeStore;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.PerUserStore;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.protocol.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * A leader's tables in memory.
 *
 * @param months for accounts
 * @param revoked keys of nodes that no agent may accept
 * @param pendingOrders orders that nodes and jobs have yet to be sent
 */
record GridTables(
    NodeTable nodes,
    JobTable jobs,
    UserUsage usage,
    MonthlyUse months,
    FinalLogTails logTails,
    RevokedNodes revoked,
    PendingOrders pendingOrders) {

  /**
   * As the stores have it.
   *
   * @param notices says whether another notice can wait to be sent
   */
  static GridTables read(
      RecordMaps maps,
      ZonedNodeHistory past,
      GridTerms terms,
      BooleanSupplier notices,
      Clock clock,
      ControlObserver observer) {
    final PendingOrders pendingOrders = new PendingOrders();
    final UserLimitTable limits = new UserLimitTable(PerUserStore.limits(maps), clock);
    final MonthlyUse months = new MonthlyUse(new AccountStore(maps), clock, past.zone());
    return new GridTables(
        new NodeTable(
            new NodeStore(maps),
            new NameStore(maps),
            past.history(),
            new OwnerHabits(past.history(), past.zone(), clock, observer),
            maps.sessions(),
            clock,
            observer),
        new JobTable(
            new JobStore(maps),
            terms.keys(),
            new NoticeBoard(new NoticeStore(maps), notices, observer::noticeDropped, clock),
            pendingOrders,
            clock,
            observer),
        new UserUsage(
            new UsageStore(maps), months, () -> terms.sharing().with(limits.now()), clock),
        months,
        new FinalLogTails(new LogTailStore(maps), clock),
        new RevokedNodes(new RevocationStore(maps)),
        pendingOrders);
  }
}
