package io.lull.coordinator.job;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Leads a job from its submission to its end.
 *
 * <p>An event is first taken down as a fact; then the job goes on as far as all facts together
 * allow. What happens next thus depends on where the job stands, not on the order in which it came
 * to know.
 */
public final class JobMachine {
  /** More than any chain of phases that one event can set off. */
  private static final int LONGEST_CHAIN = 12;

  private JobMachine() {}

  /**
   * @param nowMillis epoch milliseconds
   */
  public static Step on(Job job, JobEvent event, long nowMillis) {
    final Draft draft = new Draft(job, nowMillis);
    if (draft.phase instanceof Phase.Relearning relearning
        && !(event instanceof JobEvent.Relearn)) {
      draft.phase = relearning.before();
      Facts.take(draft, event);
      if (!(draft.phase instanceof Phase.Over)) {
        draft.phase =
            new Phase.Relearning(
                draft.phase,
                event instanceof JobEvent.NodeReturned returned
                    ? without(relearning.awaited(), returned.node())
                    : event instanceof JobEvent.NodeLost lost
                        ? without(relearning.awaited(), lost.node())
                        : relearning.awaited(),
                relearning.deadlineMillis());
      }
    } else {
      Facts.take(draft, event);
      if (event instanceof JobEvent.NodeReturned returned) {
        Returning.resend(draft, returned.node());
      }
    }
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      final Phase before = draft.phase;
      advance(draft);
      if (draft.phase.equals(before)) {
        break;
      }
    }
    return draft.step();
  }

  private static Set<String> without(Set<String> nodes, String node) {
    return nodes.stream().filter(n -> !n.equals(node)).collect(Collectors.toUnmodifiableSet());
  }

  private static void advance(Draft draft) {
    draft.wishes =
        draft.wishes.at(
            draft.now,
            draft.workers().stream()
                .filter(w -> w.state().usable())
                .map(Worker::node)
                .collect(Collectors.toSet()));
    if (!(draft.phase instanceof Phase.Relearning)) {
      Crew.endLate(draft);
    }
    Ending.endIfOverLimit(draft);
    switch (draft.phase) {
      case Phase.Awaiting awaiting -> {}
      case Phase.Queued queued when draft.terms.isBag() -> Dealer.beginIfPlaced(draft);
      case Phase.Queued queued -> Formation.beginIfPlaced(draft, Phase.Purpose.What.START);
      case Phase.Suspended suspended -> Formation.beginIfPlaced(draft, Phase.Purpose.What.RESUME);
      case Phase.Forming forming -> Formation.advance(draft, forming);
      case Phase.Running running -> Computing.advance(draft, running);
      case Phase.Changing changing -> Reshaping.advance(draft, changing);
      case Phase.Suspending suspending -> Suspension.advance(draft, suspending);
      case Phase.Finishing finishing -> Ending.advance(draft, finishing);
      case Phase.Dealing dealing -> Dealer.advance(draft, dealing);
      case Phase.Over over -> {}
      case Phase.Relearning relearning -> Returning.advance(draft, relearning);
    }
  }
}
