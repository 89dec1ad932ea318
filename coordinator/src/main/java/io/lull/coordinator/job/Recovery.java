package io.lull.coordinator.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Member;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** From a configuration that cannot go on to the forming of another. */
final class Recovery {
  private Recovery() {}

  /**
   * Begins a recovery if the configuration in force lost a member, or if doubt about one lasted.
   *
   * @return whether it did
   */
  static boolean beganIfNeeded(Draft draft) {
    final List<Member> missing = Crew.missing(draft);
    if (!missing.isEmpty()) {
      final boolean owner =
          missing.stream()
              .allMatch(m -> draft.wishes.placed().reclaimed().containsKey(m.getNode()));
      final boolean ownFault =
          missing.stream()
              .anyMatch(m ->
                  !draft.wishes.placed().reclaimed().containsKey(m.getNode())
                      && !draft.generations.holders().lost().contains(m.getNode()));
      begin(draft, owner ? EventCause.OWNER : EventCause.FAILURE, ownFault);
      return true;
    }
    final Course.Doubt doubt = draft.course.doubt();
    if (doubt != null && draft.now - doubt.sinceMillis() >= Limits.DOUBT_MILLIS) {
      begin(draft, EventCause.FAILURE, true);
      accuse(draft, doubt.accused());
      return true;
    }
    return false;
  }

  /**
   * A worker that others cannot reach time and again is replaced, though it says that it is well.
   */
  static void accuse(Draft draft, Set<String> accused) {
    if (draft.phase instanceof Phase.Over) {
      return;
    }
    Ledger.Faults faults = draft.ledger.faults().accusing(accused);
    draft.ledger = draft.ledger.with(faults);
    for (final String id : accused) {
      final Worker worker = draft.worker(id);
      if (worker != null
          && worker.state().usable()
          && faults.accusations().getOrDefault(id, 0) >= Limits.ACCUSATIONS) {
        draft.end(worker, "the other workers cannot reach it");
        draft.avoid(worker.node());
      }
    }
  }

  static void begin(Draft draft, EventCause cause, boolean ownFault) {
    final Ledger.Faults before = draft.ledger.faults();
    final boolean farther = draft.course.gauge().farthest() > before.farthest();
    final int inRow = (farther ? 0 : before.inRow()) + (ownFault ? 1 : 0);
    draft.ledger =
        draft.ledger.with(
            new Ledger.Faults(
                before.starts(),
                before.lastStartMillis(),
                before.recoveries() + 1,
                inRow,
                draft.course.gauge().farthest(),
                before.last(),
                farther ? Map.of() : before.accusations()));
    if (inRow > Limits.RECOVERIES_IN_A_ROW) {
      Ending.fail(
          draft,
          "failed "
              + inRow
              + " times in a row without getting any farther; the last time "
              + before.last(),
          null);
      return;
    }
    Checkpoints.settle(draft);
    draft.course = draft.course.interrupted();
    draft.phase =
        new Phase.Forming(
            new Phase.Purpose(
                Phase.Purpose.What.RECOVER,
                cause,
                before.last(),
                draft.now,
                Draft.nodesOf(draft.course.layout())),
            new Phase.Gathering(draft.now, 0, false),
            Set.of(),
            0,
            Phase.Rebuilds.NONE);
  }
}
