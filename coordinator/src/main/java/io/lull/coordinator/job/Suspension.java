package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Running;
import io.lull.coordinator.job.Phase.Suspended;
import io.lull.coordinator.job.Phase.Suspending;
import io.lull.protocol.model.EventCause;
import java.util.List;

/** A job that is to give up all its nodes keeps its data as a last checkpoint. */
final class Suspension {
  private Suspension() {}

  static void advance(Draft draft, Suspending suspending) {
    if (Recovery.beganIfNeeded(draft)) {
      return;
    }
    if (suspending.captured()) {
      keep(draft, suspending);
      return;
    }
    Checkpoints.advance(draft);
    if (Computing.atTheEnd(draft, suspending.halt())) {
      Computing.proceed(draft);
      draft.phase = new Running(draft.now, true, null, Change.NONE);
    } else if (draft.wishes.placed().nodes().size() >= draft.fewest()) {
      goOn(draft);
    } else if (draft.now >= suspending.halt().deadlineMillis()) {
      suspended(
          draft,
          suspending.cause(),
          Draft.nodesOf(draft.course.layout()),
          "no safe point was reached in time: goes back to its last checkpoint");
    } else if (Computing.allAnswered(draft, suspending.halt())) {
      Checkpoints.capture(draft, suspending.halt(), true);
      draft.phase = new Suspending(suspending.cause(), suspending.halt(), true);
    }
  }

  private static void keep(Draft draft, Suspending suspending) {
    final long last = draft.course.numbers().generation();
    Checkpoints.advance(draft);
    if (draft.generations.pending() != null) {
      return;
    }
    final boolean safe = draft.generations.committed().stream().anyMatch(g -> g.number() == last);
    if (draft.wishes.placed().nodes().size() >= draft.fewest()) {
      goOn(draft);
      return;
    }
    suspended(
        draft,
        suspending.cause(),
        Draft.nodesOf(draft.course.layout()),
        safe ? "done" : "its last checkpoint failed: goes back to the one before");
  }

  private static void goOn(Draft draft) {
    Computing.proceed(draft);
    draft.phase = new Running(draft.now, false, null, Change.NONE);
  }

  /** All workers end; the job waits for nodes with its data in its last generation. */
  static void suspended(Draft draft, EventCause cause, List<String> nodesBefore, String outcome) {
    draft.endAll("the job is suspended");
    Checkpoints.abandon(draft);
    draft.course = draft.course.interrupted();
    Events.suspended(draft, cause, nodesBefore, outcome);
    draft.phase = new Suspended(draft.now);
  }
}
