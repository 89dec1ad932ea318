package io.lull.agent.worker;

import io.lull.platform.guest.Guest;
import io.lull.protocol.text.Sizes;
import org.jspecify.annotations.Nullable;

/** Ends workers that take much more of the machine than they may. */
final class WorkerChecks {
  /** Tolerated beyond what it requested, before it is ended: shared pages count for nobody else. */
  private static final double MEMORY_TOLERANCE = 1.25;

  private WorkerChecks() {}

  /**
   * @return what it has of memory
   */
  static long check(HostedWorker worker, WorkerLimits limits) {
    final @Nullable Guest guest = worker.guest().orElse(null);
    if (guest == null) {
      return 0;
    }
    final long resident = guest.residentBytes();
    if (resident > worker.memoryBytes() * MEMORY_TOLERANCE) {
      worker.kill(
          "it took "
              + Sizes.format(resident)
              + " of memory, having asked for "
              + Sizes.format(worker.memoryBytes()));
    }
    worker.folder().excess(limits.diskBytes()).ifPresent(worker::kill);
    return resident;
  }
}
