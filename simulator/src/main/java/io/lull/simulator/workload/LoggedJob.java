package io.lull.simulator.workload;

/**
 * A rigid job of a log.
 *
 * @param number in the log
 * @param submitSeconds since the log began
 * @param runSeconds on its processors, undisturbed
 * @param requestedSeconds what its user said that it would take; never less than it did
 */
public record LoggedJob(
    int number, long submitSeconds, long runSeconds, int processors, long requestedSeconds) {}
