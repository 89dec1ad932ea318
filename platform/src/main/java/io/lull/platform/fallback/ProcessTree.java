package io.lull.platform.fallback;

import io.lull.platform.process.Deadline;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A process and its descendants, as far as Java sees them. */
final class ProcessTree {
  private ProcessTree() {}

  static boolean kill(ProcessHandle leader, Duration within, Clock clock) {
    final Deadline deadline = Deadline.in(within, clock);
    final List<ProcessHandle> all = Stream.concat(Stream.of(leader), leader.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    return deadline.await(
        CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new)));
  }
}
