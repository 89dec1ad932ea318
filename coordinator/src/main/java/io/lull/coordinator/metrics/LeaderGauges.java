package io.lull.coordinator.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Gauges of a leading coordinator, readable at any time; none waits for the store. */
public interface LeaderGauges {
  /** Of its lease. */
  long fence();

  /** Whether its lease is still to be trusted, by its own clock. */
  boolean trusted();

  /** How long ago the lease was renewed; empty where nobody else could have it. */
  Optional<Duration> leaseAge();

  /** How many things that have happened wait for the control loop. */
  int waiting();

  /** Until when the grid's authority is good. */
  Instant authorityEnd();

  /** Until when the coordinator's own certificate is good. */
  Instant certificateEnd();

  FileUse files();

  /**
   * What its files take.
   *
   * @param blobBytes programs and inputs
   * @param outputBytes results of jobs
   * @param freeBytes what is left on their disk
   */
  record FileUse(long blobBytes, long outputBytes, long freeBytes) {}
}
