package io.lull.coordinator.core.job.history;

import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Adds to the decisions about a job's configuration what came of them. */
final class DecisionRecords {
  private DecisionRecords() {}

  /** The newest decision for such a change, if it is not in force yet. */
  static Optional<Decision> open(WorkingCopy job, ChangeMethod method) {
    return newest(job.history().decisions(), isOpen(method)).map(job.history().decisions()::get);
  }

  /** A change of configuration has come into force. */
  static void carriedOut(WorkingCopy job, ChangeMethod method) {
    final JobProgress.Gauge gauge = job.progress().gauge();
    replace(
        job,
        Decision::carriedOut,
        decision ->
            decision.with(decision.actual().at(gauge.iteration(), gauge.secondsPerIteration())));
    replace(
        job,
        isOpen(method),
        decision ->
            decision.with(
                Decision.Actual.begun(
                    job.progress().epoch(),
                    gauge.iteration(),
                    gauge.secondsPerIteration(),
                    (double) Math.max(0, job.now() - decision.atMillis()))));
  }

  /** A worker computes again. */
  static void resumed(WorkingCopy job, long epoch, double downtimeMillis) {
    replace(
        job,
        decision -> decision.actual().epoch() == epoch,
        decision -> decision.with(decision.actual().stopped(downtimeMillis)));
  }

  private static Predicate<Decision> isOpen(ChangeMethod method) {
    return decision ->
        !decision.carriedOut()
            && (decision.chosen() == method
                || (method == ChangeMethod.MIGRATE && decision.chosen().isMove()));
  }

  private static void replace(
      WorkingCopy job, Predicate<Decision> which, UnaryOperator<Decision> next) {
    newest(job.history().decisions(), which)
        .ifPresent(index -> {
          final List<Decision> all = new ArrayList<>(job.history().decisions());
          all.set(index, next.apply(all.get(index)));
          job.put(job.history().withDecisions(all));
        });
  }

  private static Optional<Integer> newest(List<Decision> decisions, Predicate<Decision> which) {
    for (int i = decisions.size() - 1; i >= 0; i--) {
      if (which.test(decisions.get(i))) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}
