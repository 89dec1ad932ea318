package io.lull.testkit.job;

import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.WorkerReport;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All have prepared the same change.
 *
 * @param prepared what they say of it
 * @param cost of the one that it cost most; its downtime is not over
 */
record Preparation(Prepared prepared, MeasuredChange cost) {

  /**
   * Waits for it.
   *
   * @throws ChangeFailed as soon as one says that it cannot; the others are not waited for then,
   *     and give the change up when the next is ordered
   */
  static Preparation await(Collection<WorkerProcess> all, long epoch) throws Exception {
    final Predicate<WorkerReport> ofTheEpoch =
        r -> r.hasPrepared() && r.getPrepared().getEpoch() == epoch;
    Prepared prepared = Prepared.getDefaultInstance();
    long prepareNanos = 0;
    long moveNanos = 0;
    long sentBytes = 0;
    long copiedBytes = 0;
    long followingBytes = 0;
    for (final WorkerProcess worker : all) {
      final WorkerProcess.Watch<ChangeFailed> watch =
          () -> {
            for (final WorkerProcess other : all) {
              final WorkerReport unheard =
                  other.unheard(ofTheEpoch).orElse(WorkerReport.getDefaultInstance());
              requireNothingMissing(other, unheard.getPrepared());
            }
          };
      final Prepared mine = worker.await("prepared", ofTheEpoch, all, watch).getPrepared();
      requireNothingMissing(worker, mine);
      if (prepared.getEpoch() != 0
          && (!mine.getLayout().equals(prepared.getLayout())
              || mine.getBytesMoved() != prepared.getBytesMoved())) {
        throw new AssertionError(worker.name() + " plans another change than the others");
      }
      prepared = mine;
      prepareNanos = Math.max(prepareNanos, mine.getPrepareNanos());
      moveNanos = Math.max(moveNanos, mine.getMoveNanos());
      sentBytes += mine.getSentBytes();
      copiedBytes += mine.getCopiedBytes();
      followingBytes += mine.getFollowingBytes();
    }
    return new Preparation(
        prepared,
        new MeasuredChange(prepareNanos, moveNanos, 0, sentBytes, copiedBytes, followingBytes));
  }

  private static void requireNothingMissing(WorkerProcess worker, Prepared prepared)
      throws ChangeFailed {
    if (!prepared.getMissing().isEmpty()) {
      final Set<Integer> damaged = new LinkedHashSet<>(prepared.getDamagedRanksList());
      throw new ChangeFailed(worker.name() + ": " + prepared.getMissing(), damaged);
    }
  }
}
