package io.lull.coordinator.core.view;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.protocol.wire.CandidateView;
import io.lull.protocol.wire.DecisionView;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.util.List;

/** The decisions about a job's configuration as its users see them. */
public final class DecisionViews {
  private static final String NONE = "none";

  private DecisionViews() {}

  /** The oldest first. */
  public static List<DecisionView> of(Job job) {
    return job.history().decisions().stream()
        .map(decision -> of(decision, job.progress()))
        .toList();
  }

  private static DecisionView of(Decision decision, JobProgress progress) {
    final DecisionView.Builder view =
        DecisionView.newBuilder()
            .setAt(decision.atMillis())
            .setTrigger(decision.trigger().wire())
            .setChosen(method(decision.chosen()))
            .setWhy(decision.why())
            .addAllCandidates(decision.candidates().stream().map(DecisionViews::of).toList());
    final Decision.Actual actual =
        decision.carriedOut() && decision.actual().epoch() == progress.epoch()
            ? decision
                .actual()
                .at(progress.gauge().iteration(), progress.gauge().secondsPerIteration())
            : decision.actual();
    actual.leadMillis().ifPresent(view::setLeadMillis);
    actual.downtimeMillis().ifPresent(view::setDowntimeMillis);
    actual.benefitMillis().ifPresent(view::setBenefitMillis);
    return view.build();
  }

  private static CandidateView of(Candidate candidate) {
    final CandidateView.Builder view =
        CandidateView.newBuilder()
            .setMethod(method(candidate.method()))
            .addAllNodes(candidate.nodes())
            .setLeadMillis(candidate.leadMillis())
            .setDowntimeMillis(candidate.downtimeMillis())
            .setDowntimeLowMillis(candidate.downtime().low())
            .setDowntimeHighMillis(candidate.downtime().high());
    candidate
        .benefit()
        .ifPresent(benefit ->
            view.setBenefitMillis(benefit.expected())
                .setLowMillis(benefit.low())
                .setHighMillis(benefit.high()));
    return view.build();
  }

  private static String method(ChangeMethod method) {
    return method == ChangeMethod.NONE ? NONE : method.wire();
  }
}
