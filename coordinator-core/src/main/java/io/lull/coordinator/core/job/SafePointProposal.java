package io.lull.coordinator.core.job;

import io.lull.protocol.wire.AtSafePoint;
import java.util.HashMap;
import java.util.Map;

/**
 * The workers were asked for a safe point.
 *
 * @param answers the safe point of each that answered, by worker
 * @param finishing one of them is at the program's end: there is no safe point any more
 * @param kept all of them can go back to the safe point before the one that they answered
 */
public record SafePointProposal(
    long proposal,
    Map<String, Long> answers,
    boolean finishing,
    boolean kept,
    long sinceMillis,
    long deadlineMillis) {
  public SafePointProposal {
    answers = Map.copyOf(answers);
  }

  public SafePointProposal with(String worker, AtSafePoint answer) {
    if (answer.getProposal() != proposal) {
      return this;
    }
    final Map<String, Long> all = new HashMap<>(answers);
    all.put(worker, answer.getSafePoint());
    return new SafePointProposal(
        proposal,
        all,
        finishing || answer.getFinishing(),
        kept && answer.getKept(),
        sinceMillis,
        deadlineMillis);
  }

  /** How long a safe point may take to come. */
  public long patienceMillis() {
    return deadlineMillis - sinceMillis;
  }

  /** The first safe point that all can still reach. */
  public long safePoint() {
    return answers.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
