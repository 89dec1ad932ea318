package io.lull.coordinator.app;

import io.lull.coordinator.core.store.Counters;
import io.lull.coordinator.core.store.Shelves;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.hazelcast.GridMemory;
import io.lull.coordinator.leadership.Leadership;
import io.lull.coordinator.leadership.Turn;
import io.lull.protocol.time.Clock;
import java.util.Optional;

/** How a coordinator comes to lead. */
final class Candidate {
  private Candidate() {}

  /**
   * Waits for the lease.
   *
   * @param turn asked meanwhile whether to wait on
   * @return empty when it was not to wait any longer
   */
  static Optional<Leadership> lead(Database database, Clock clock, Turn turn)
      throws StartException {
    final String holder =
        OwnNames.find().stream().findFirst().orElse("a coordinator")
            + ", process "
            + ProcessHandle.current().pid();
    final Optional<Leadership> taken;
    try {
      taken =
          Leadership.await(
              database.leases(),
              holder,
              clock,
              counted(database, Counters.FENCE),
              database.embedded(),
              turn);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting to lead", e);
    }
    taken.ifPresent(leadership -> {
      database.writeUnder(leadership.fence());
      leadership.keep();
    });
    return taken;
  }

  /** What versions that counted by records counted to. */
  private static long counted(Database database, String name) {
    return Counters.last(name, database.get(GridMemory.name(Shelves.Kind.COUNTER), name));
  }
}
