package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.records.LogTailRecord;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.WorkerEnded;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * The last log lines of ended workers, until they are stored. Used by the control loop's thread
 * alone.
 */
final class FinalLogTails {
  private final LogTailStore store;
  private final Clock clock;
  private final Deque<Tail> unstored = new ArrayDeque<>();

  /** What one worker said last. */
  private record Tail(String job, long number, LogTailRecord record) {}

  FinalLogTails(LogTailStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Keeps the last words of a worker, if the job has it on that node. */
  void keep(Job job, String node, WorkerEnded end) {
    final Worker worker = job.workers().get(end.getWorker());
    if (end.getLogTail().isEmpty() || worker == null || !worker.node().equals(node)) {
      return;
    }
    unstored.add(
        new Tail(
            job.id(),
            worker.number(),
            LogTailRecord.newBuilder()
                .setWorker(end.getWorker())
                .setNode(node)
                .setAt(clock.epochMillis())
                .setReason(LogEnd.of(end.getReason()))
                .setText(LogEnd.of(end.getLogTail()))
                .build()));
  }

  /** May be called again when the store fails. */
  void store() {
    while (!unstored.isEmpty()) {
      final Tail tail = unstored.getFirst();
      store.put(tail.job(), tail.number(), tail.record());
      unstored.removeFirst();
    }
  }

  /** Of jobs that are forgotten. */
  void drop(Collection<String> jobs) {
    unstored.removeIf(tail -> jobs.contains(tail.job()));
    store.drop(jobs);
  }
}
