package io.lull.testkit.job;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.WorkerReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Workers compute to the end of their program. */
final class Completion {
  private static final long DEADLINE_SECONDS = 30;

  private Completion() {}

  /**
   * @param present of the workers of the layout, those that nobody has found dead
   * @return the check values
   * @throws WorkerEnded also when a worker says that it has lost one, which indeed has ended
   */
  static Map<String, String> of(Layout layout, List<WorkerProcess> present) throws Exception {
    final Map<String, String> values = new LinkedHashMap<>();
    for (final WorkerProcess worker : present) {
      final WorkerReport report =
          worker.await(
              "complete",
              r ->
                  r.hasCompleted()
                      || (r.hasPeerLost() && r.getPeerLost().getEpoch() == layout.getEpoch()),
              present);
      if (report.hasPeerLost()) {
        final String why = worker.name() + " says: " + report.getPeerLost().getWhy();
        if (present.size() == layout.getMembersCount()) {
          awaitAnEnd(present, why);
        }
        throw new WorkerEnded(why);
      }
      final var completed = report.getCompleted();
      if (completed.getHasOutputs()) {
        completed.getCheckValuesList().forEach(v -> values.put(v.getName(), v.getValue()));
      }
    }
    return values;
  }

  /** Nobody loses a worker that is there. */
  private static void awaitAnEnd(List<WorkerProcess> present, String why) throws Exception {
    final CompletableFuture<?>[] ends =
        present.stream().map(WorkerProcess::end).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.anyOf(ends).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("nobody has ended, and " + why, e);
    }
  }
}
