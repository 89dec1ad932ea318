package io.lull.coordinator.core.store.codec;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.stored.StoredCandidate;
import io.lull.protocol.stored.StoredDecision;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.util.Optional;
import java.util.OptionalDouble;

/** What was decided about a job's configuration, and what came of it. */
final class DecisionCodec {
  private DecisionCodec() {}

  static StoredDecision stored(Decision decision) {
    final Decision.Actual actual = decision.actual();
    final StoredDecision.Builder stored =
        StoredDecision.newBuilder()
            .setAtMillis(decision.atMillis())
            .setTrigger(decision.trigger().name())
            .setChosen(decision.chosen().name())
            .setWhy(decision.why())
            .addAllCandidates(decision.candidates().stream().map(DecisionCodec::stored).toList())
            .addAllTaken(decision.taken())
            .setEpoch(actual.epoch())
            .setIteration(actual.iteration())
            .setSecondsBefore(actual.secondsBefore());
    actual.leadMillis().ifPresent(stored::setLeadMillis);
    actual.downtimeMillis().ifPresent(stored::setDowntimeMillis);
    actual.benefitMillis().ifPresent(stored::setBenefitMillis);
    return stored.build();
  }

  private static StoredCandidate stored(Candidate candidate) {
    final StoredCandidate.Builder stored =
        StoredCandidate.newBuilder()
            .setMethod(candidate.method().name())
            .addAllNodes(candidate.nodes())
            .setLeadMillis(candidate.leadMillis())
            .setDowntimeMillis(candidate.downtimeMillis())
            .setDowntimeLowMillis(candidate.downtime().low())
            .setDowntimeHighMillis(candidate.downtime().high());
    candidate
        .benefit()
        .ifPresent(benefit ->
            stored
                .setBenefitMillis(benefit.expected())
                .setLowMillis(benefit.low())
                .setHighMillis(benefit.high()));
    return stored.build();
  }

  static Decision decision(StoredDecision stored) {
    return new Decision(
        stored.getAtMillis(),
        EventCause.valueOf(stored.getTrigger()),
        ChangeMethod.valueOf(stored.getChosen()),
        stored.getWhy(),
        stored.getCandidatesList().stream().map(DecisionCodec::candidate).toList(),
        stored.getTakenList(),
        new Decision.Actual(
            stored.getEpoch(),
            stored.getIteration(),
            stored.getSecondsBefore(),
            optional(stored.hasLeadMillis(), stored.getLeadMillis()),
            optional(stored.hasDowntimeMillis(), stored.getDowntimeMillis()),
            optional(stored.hasBenefitMillis(), stored.getBenefitMillis())));
  }

  private static Candidate candidate(StoredCandidate stored) {
    return new Candidate(
        ChangeMethod.valueOf(stored.getMethod()),
        stored.getNodesList(),
        stored.getLeadMillis(),
        new Candidate.Downtime(
            stored.getDowntimeMillis(),
            stored.hasDowntimeLowMillis()
                ? stored.getDowntimeLowMillis()
                : stored.getDowntimeMillis(),
            stored.hasDowntimeLowMillis()
                ? stored.getDowntimeHighMillis()
                : stored.getDowntimeMillis()),
        stored.hasBenefitMillis()
            ? Optional.of(
                new Candidate.Benefit(
                    stored.getBenefitMillis(), stored.getLowMillis(), stored.getHighMillis()))
            : Optional.empty());
  }

  private static OptionalDouble optional(boolean there, double value) {
    return there ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
