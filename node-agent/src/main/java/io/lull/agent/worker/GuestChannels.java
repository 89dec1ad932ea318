package io.lull.agent.worker;

import io.lull.agent.network.SocketBroker;
import io.lull.limits.Rate;
import io.lull.protocol.time.Clock;
import java.util.concurrent.locks.LockSupport;

/**
 * What guests reach their agent by.
 *
 * @param sockets for workers whose sandbox leaves them no network
 */
public record GuestChannels(SocketBroker.Opener sockets, Clock clock) {
  /** Reads of its log, each of up to {@link WorkerLog#READ_BYTES}. */
  private static final Rate LOG_READS = new Rate(8, 100);

  /** More than a bag's worker that runs empty tasks has. */
  private static final Rate REPORTS = new Rate(10_000, 5_000);

  GuestPace logReads() {
    return new GuestPace(LOG_READS, clock, LockSupport::parkNanos);
  }

  GuestPace reports() {
    return new GuestPace(REPORTS, clock, LockSupport::parkNanos);
  }
}
