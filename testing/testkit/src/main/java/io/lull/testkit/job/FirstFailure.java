package io.lull.testkit.job;

import io.lull.protocol.wire.WorkerReport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the first of several workers that fails says. */
public final class FirstFailure {
  private static final int DEADLINE_SECONDS = 60;

  private FirstFailure() {}

  /** Those of a job, for instance. */
  public static String of(List<WorkerProcess> workers) throws Exception {
    final CompletableFuture<WorkerReport> first = new CompletableFuture<>();
    for (final WorkerProcess worker : workers) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              first.complete(worker.await("failed", WorkerReport::hasFailed));
            } catch (Exception | AssertionError e) {
              // Another one finds it, or the deadline says that nobody did.
            }
          });
    }
    return first.get(DEADLINE_SECONDS, TimeUnit.SECONDS).getFailed().getError();
  }
}
