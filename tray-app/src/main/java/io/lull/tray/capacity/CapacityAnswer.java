package io.lull.tray.capacity;

/**
 * What was found of the cluster, as it is or after a change.
 *
 * @param machines that it has then
 * @param offeredHours that they offer to jobs, all together
 * @param jobs that were simulated
 * @param unfinished of them, when the history ended
 * @param ratio of a job's response time to its time on machines of its own, on average
 * @param waitSeconds of a job, on average, until it began
 */
public record CapacityAnswer(
    int machines,
    double offeredHours,
    int jobs,
    int unfinished,
    double ratio,
    double waitSeconds) {}
