package io.lull.simulator.sharing;

import java.util.OptionalLong;

/**
 * How one job went.
 *
 * @param beginMillis empty: it never had a machine
 * @param endMillis empty: the trace ended first
 */
public record EndedJob(
    ParallelJob job, OptionalLong beginMillis, OptionalLong endMillis, JobChanges changes) {}
