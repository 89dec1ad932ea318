package io.lull.testkit.job;

import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.WorkerOrder;
import java.util.Collection;
import java.util.Set;

/** Workers see to what can be done before a change. */
final class Encounter {
  private Encounter() {}

  /**
   * @throws ChangeFailed when two of them cannot be linked
   */
  static void of(Collection<WorkerProcess> all, Meet order) throws Exception {
    for (final WorkerProcess worker : all) {
      worker.tell(WorkerOrder.newBuilder().setMeet(order));
    }
    for (final WorkerProcess worker : all) {
      final Met met =
          worker
              .await(
                  "met",
                  report ->
                      report.hasMet()
                          && report.getMet().getMeeting() == order.getMeeting()
                          && !report.getMet().getCopying(),
                  all)
              .getMet();
      if (!met.getUnreached().isEmpty()) {
        throw new ChangeFailed(met.getUnreached(), Set.of());
      }
    }
  }
}
