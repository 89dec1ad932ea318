package io.lull.testkit.job;

/**
 * What a change cost: times of the worker that it cost most.
 *
 * @param prepareNanos planning and making room
 * @param moveNanos from then until its last cell had come or gone
 * @param downtimeNanos how long it did not compute
 * @param sentBytes that all workers sent to each other, as they were counted on the wire
 * @param copiedBytes likewise, before the change
 * @param followingBytes of state that come after it
 */
public record MeasuredChange(
    long prepareNanos,
    long moveNanos,
    long downtimeNanos,
    long sentBytes,
    long copiedBytes,
    long followingBytes) {
  MeasuredChange withDowntime(long nanos) {
    return new MeasuredChange(
        prepareNanos, moveNanos, nanos, sentBytes, copiedBytes, followingBytes);
  }
}
