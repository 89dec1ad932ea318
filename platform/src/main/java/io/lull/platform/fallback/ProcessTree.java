package io.lull.platform.fallback;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A process and its descendants, as far as Java sees them. */
final class ProcessTree {
  private ProcessTree() {}

  static boolean kill(ProcessHandle leader, Duration within, Clock clock) {
    final long deadline = clock.nanos() + within.toNanos();
    final List<ProcessHandle> all = Stream.concat(Stream.of(leader), leader.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    try {
      CompletableFuture.allOf(
              all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(Math.max(0, deadline - clock.nanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
