package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Changing;
import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Running;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import java.util.ArrayList;
import java.util.List;

/**
 * A prepared configuration comes into force: the job is stored with it before any worker hears of
 * it.
 */
final class Commitment {
  private Commitment() {}

  /** What was formed out of nothing or out of a generation. */
  static void formed(Draft draft, Forming forming, Attempt attempt) {
    final Prepared summary = attempt.summary();
    final long lost = Math.max(0, draft.course.gauge().iteration() - summary.getIteration());
    enforce(draft, summary);
    Computing.proceed(draft);
    Events.formed(draft, forming, attempt, lost);
    if (draft.ledger.times().startedMillis() == 0) {
      draft.ledger =
          draft.ledger.at(new Ledger.Times(draft.now, draft.ledger.times().finishedMillis()));
    }
    Checkpoints.begin(draft);
    draft.phase = new Running(draft.now, false, null, Change.NONE);
  }

  /** What was changed while it ran. */
  static void changed(Draft draft, Changing changing, Attempt attempt) {
    final Prepared summary = attempt.summary();
    final Layout before = draft.course.layout();
    final List<Worker> old = draft.members();
    enforce(draft, summary);
    final List<Worker> told = new ArrayList<>(old);
    for (final Worker worker : draft.members()) {
      if (old.stream().noneMatch(o -> o.id().equals(worker.id()))) {
        told.add(worker);
      }
    }
    for (final Worker worker : old) {
      if (isLeft(worker, draft.course.layout())) {
        draft.put(worker.as(WorkerState.LEAVING, draft.now));
        Checkpoints.leaves(draft, worker);
      }
    }
    draft.tellAll(told, Orders.proceed(draft.course.epoch()));
    Events.changed(draft, before, summary, changing);
    draft.phase = new Running(draft.now, false, null, Change.NONE);
  }

  private static boolean isLeft(Worker worker, Layout layout) {
    return layout.getMembersList().stream().noneMatch(m -> m.getWorker().equals(worker.id()));
  }

  private static void enforce(Draft draft, Prepared summary) {
    draft.course = draft.course.committed(summary);
    for (final var member : summary.getLayout().getMembersList()) {
      final Worker worker = draft.worker(member.getWorker());
      if (worker != null) {
        draft.put(worker.as(WorkerState.MEMBER, draft.now));
      }
    }
    final Ledger.Faults faults = draft.ledger.faults();
    draft.ledger =
        draft.ledger.with(
            new Ledger.Faults(
                0,
                faults.lastStartMillis(),
                faults.recoveries(),
                faults.inRow(),
                faults.farthest(),
                faults.last(),
                faults.accusations()));
  }
}
