package io.lull.coordinator.app;

import io.lull.coordinator.config.HostNames;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.Counters;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.hazelcast.CachedRecords;
import io.lull.coordinator.leadership.LeaseWait;
import io.lull.coordinator.leadership.RenewedLease;
import io.lull.protocol.time.Clock;
import java.util.Optional;

/** Acquires leadership for a coordinator. */
final class LeaderElection {
  private LeaderElection() {}

  /**
   * Waits for the lease.
   *
   * @param wait asked meanwhile whether to wait on
   * @return empty when it was not to wait any longer
   */
  static Optional<RenewedLease> lead(Database database, Clock clock, LeaseWait wait)
      throws StartException {
    final String holder =
        HostNames.find().stream().findFirst().orElse("a coordinator")
            + ", process "
            + ProcessHandle.current().pid();
    final Optional<RenewedLease> taken;
    try {
      taken =
          RenewedLease.await(
              database.leases(),
              holder,
              clock,
              counted(database, Counters.FENCE),
              database.embedded(),
              wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting to lead", e);
    }
    taken.ifPresent(lease -> {
      database.writeUnder(lease.fence());
      lease.keep();
    });
    return taken;
  }

  /** What versions that counted by records counted to. */
  private static long counted(Database database, String name) {
    return Counters.last(name, database.get(CachedRecords.name(RecordMaps.Kind.COUNTER), name));
  }
}
