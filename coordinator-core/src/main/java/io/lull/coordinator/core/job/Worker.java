package io.lull.coordinator.core.job;

/**
 * One process of the job.
 *
 * @param number counts up within the job, never used again
 * @param woken it was a ghost
 * @param host where its peers reach it; empty until it is ready
 */
public record Worker(
    String id,
    long number,
    String node,
    WorkerState state,
    boolean woken,
    String host,
    int port,
    Since since) {

  /**
   * @param claim the fence number of the node's promise
   * @param orderedMillis when its start was ordered
   * @param stateMillis when it came to its state
   */
  public record Since(long claim, long orderedMillis, long stateMillis) {}

  public Worker as(WorkerState next, long nowMillis) {
    return new Worker(
        id,
        number,
        node,
        next,
        woken,
        host,
        port,
        new Since(since.claim(), since.orderedMillis(), nowMillis));
  }

  public Worker listening(String atHost, int atPort) {
    return new Worker(id, number, node, state, woken, atHost, atPort, since);
  }

  /** A ghost whose node the job has now. */
  public Worker wake(long nowMillis) {
    return new Worker(
        id,
        number,
        node,
        host.isEmpty() ? WorkerState.STARTING : WorkerState.READY,
        true,
        host,
        port,
        new Since(since.claim(), since.orderedMillis(), nowMillis));
  }
}
