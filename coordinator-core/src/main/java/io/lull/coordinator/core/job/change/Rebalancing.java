package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Forecast;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.LoadBalance;
import io.lull.scheduling.adapt.RebalanceRule;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * Shares the data out anew among the workers that a job has, when one of them has become slower or
 * faster than its share and the change pays.
 */
public final class Rebalancing {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** A division by which all together take so many times as long is worse, and not by chance. */
  private static final double WORSE = 1.1;

  private Rebalancing() {}

  /** Whether the present members are to have other shares. */
  static boolean isWanted(WorkingCopy job) {
    return job.whole() && job.targets().goal().differsFrom(job.progress().layout());
  }

  /** The last division has to prove itself, and is taken back if it does not. */
  static void consider(WorkingCopy job) {
    if (!isWanted(job) && job.targets().goal().onTrial()) {
      judge(job);
    }
  }

  /**
   * Sharing the data out anew is due, as far as the job itself knows.
   *
   * @param goal by what was measured
   * @param lostPart of the present time
   */
  public record Due(WeightGoal goal, double lostPart, Decision decision) {}

  /**
   * Empty: it does not pay, or something else has to come first.
   *
   * @param expected milliseconds that a change stops the job, by the part of its data that moves,
   *     as long as it was not changed yet
   */
  public static Optional<Due> due(Job job, DoubleUnaryOperator expected, long nowMillis) {
    final WorkingCopy copy = new WorkingCopy(job, nowMillis);
    final WeightGoal goal = job.targets().goal();
    if (!(job.phase() instanceof Running running)
        || running.finishing()
        || running.change().sinceMillis() != 0
        || job.terms().spec().getNoAdapt()
        || !job.heldBy().isEmpty()
        || !job.pins().isEmpty()
        || isWanted(copy)
        || goal.onTrial()
        || nowMillis < goal.notBeforeMillis()) {
      return Optional.empty();
    }
    return proposal(copy)
        .filter(LoadBalance.Proposal::certain)
        .map(proposal -> new Appraisal(proposal, situation(copy, running, proposal, expected)))
        .filter(appraisal -> appraisal.verdict() == RebalanceRule.Verdict.PAYS)
        .map(appraisal ->
            new Due(
                goal(copy, appraisal),
                appraisal.proposal().lostPart(),
                appraisal.decision(nowMillis)))
        // Cuts cannot follow weights beyond whole cells: what they leave is no reason to try again.
        .filter(found -> found.goal().differsFrom(job.progress().layout()));
  }

  /** It was decided that the data is shared out anew. */
  public static void begin(WorkingCopy job) {
    if (job.phase() instanceof Running running && !isWanted(job)) {
      proposal(job)
          .map(proposal -> appraised(job, running, proposal))
          .ifPresent(appraisal -> job.put(job.targets().with(goal(job, appraisal))));
    }
  }

  /** Where the change is made whatever it costs: before a job's first that is only assumed. */
  private static Appraisal appraised(
      WorkingCopy job, Running running, LoadBalance.Proposal proposal) {
    return new Appraisal(
        proposal, situation(job, running, proposal, _ -> ChangeCosts.ASSUMED.downtime(0).mean()));
  }

  private static WeightGoal goal(WorkingCopy job, Appraisal appraisal) {
    final Layout layout = job.progress().layout();
    return WeightGoal.of(
            appraisal.proposal(), layout, EventCause.CONTRACT, appraisal.benefitMillis())
        .against(WeightGoal.Before.of(layout, secondsPerSafePoint(job).orElse(Double.MAX_VALUE)));
  }

  /** Somebody wants the data shared out by the speeds that were measured, whatever that brings. */
  public static void demand(WorkingCopy job) {
    if (job.phase() instanceof Running running) {
      proposal(job)
          .ifPresent(proposal -> {
            final Candidate only =
                RebalanceRule.candidate(proposal, appraised(job, running, proposal).situation());
            job.put(
                job.history()
                    .with(
                        Decision.mandatory(
                            job.now(), EventCause.OPERATOR, "an operator wants it so", only)));
            job.put(
                job.targets()
                    .with(
                        WeightGoal.of(
                            proposal,
                            job.progress().layout(),
                            EventCause.OPERATOR,
                            OptionalDouble.empty())));
          });
    }
  }

  /**
   * When enough was measured, the new division stays or is taken back: a node may say that it is
   * faster than it is, and a program's work need not be in proportion to its cells.
   */
  private static void judge(WorkingCopy job) {
    final WeightGoal goal = job.targets().goal();
    if (!goal.covers(job.progress().layout())) {
      job.put(job.targets().with(goal.against(WeightGoal.Before.NOTHING)));
      return;
    }
    secondsPerSafePoint(job)
        .ifPresent(seconds ->
            job.put(
                job.targets()
                    .with(
                        seconds > goal.before().secondsPerSafePoint() * WORSE
                            ? goal.reverted(job.now() + Limits.REBALANCE_MEMORY_MILLIS)
                            : goal.against(WeightGoal.Before.NOTHING))));
  }

  private static OptionalDouble secondsPerSafePoint(WorkingCopy job) {
    return job.progress()
        .gauge()
        .recent()
        .loads()
        .secondsPerSafePoint(job.progress().layout().getMembersCount());
  }

  /**
   * Why a job's data is or is not to be shared out anew, in a line; empty: it was not measured.
   *
   * @param expected as for {@link #due}
   */
  public static Optional<String> explained(Job job, DoubleUnaryOperator expected, long nowMillis) {
    if (!(job.phase() instanceof Running running)) {
      return Optional.empty();
    }
    final WorkingCopy copy = new WorkingCopy(job, nowMillis);
    final long waitMillis = copy.targets().goal().notBeforeMillis() - nowMillis;
    return proposal(copy)
        .map(proposal ->
            new Appraisal(proposal, situation(copy, running, proposal, expected))
                .sentence(waitMillis));
  }

  /** A better division, and what speaks for it. */
  private record Appraisal(LoadBalance.Proposal proposal, RebalanceRule.Situation situation) {
    RebalanceRule.Verdict verdict() {
      return RebalanceRule.verdict(proposal, situation);
    }

    Decision decision(long nowMillis) {
      return new Decision(
          nowMillis,
          EventCause.CONTRACT,
          ChangeMethod.LOAD_BALANCE,
          sentence(0),
          List.of(RebalanceRule.candidate(proposal, situation)),
          List.of(),
          Decision.Actual.NOTHING);
    }

    OptionalDouble benefitMillis() {
      return RebalanceRule.benefitMillis(proposal, situation);
    }

    /**
     * @param waitMillis until the next change may be tried
     */
    String sentence(long waitMillis) {
      final String saving =
          "rebalancing its data would save about "
              + (benefitMillis().isPresent()
                  ? seconds(benefitMillis().getAsDouble())
                  : String.format(Locale.ROOT, "%.0f %% of its time", 100 * proposal.lostPart()));
      return switch (verdict()) {
        case BALANCED ->
            "its data is balanced: its slowest worker computes for "
                + seconds(MILLIS_PER_SECOND * proposal.secondsNow())
                + " between two safe points, hardly longer than the others";
        case NOT_WORTH_IT ->
            saving
                + " and cost about "
                + seconds(situation.cost())
                + ": it stays as it is"
                + threshold();
        case NOT_YET ->
            saving
                + ": that is done when the present division has cost "
                + seconds(RebalanceRule.dueMillis(situation))
                + ", because it was rebalanced shortly before";
        case PAYS ->
            saving
                + (waitMillis > 0
                    ? ": that is tried again in "
                        + seconds((double) waitMillis)
                        + ", because the last change of this kind failed or made it slower"
                    : " and cost about " + seconds(situation.cost()) + ": it is due");
      };
    }

    private String threshold() {
      final OptionalDouble least = RebalanceRule.leastLostPart(situation);
      return least.isEmpty() || least.getAsDouble() >= 1
          ? ""
          : String.format(
              Locale.ROOT,
              ", as long as it loses less than %.0f %% of its time",
              100 * least.getAsDouble());
    }

    private static String seconds(double millis) {
      return millis < MILLIS_PER_SECOND
          ? String.format(Locale.ROOT, "%.0f ms", millis)
          : String.format(Locale.ROOT, "%.1f s", millis / MILLIS_PER_SECOND);
    }
  }

  private static Optional<LoadBalance.Proposal> proposal(WorkingCopy job) {
    return job.whole()
        ? job.progress().gauge().recent().loads().proposal(job.progress().layout())
        : Optional.empty();
  }

  private static RebalanceRule.Situation situation(
      WorkingCopy job,
      Running running,
      LoadBalance.Proposal proposal,
      DoubleUnaryOperator expected) {
    final List<ChangeRecord> events = job.history().events();
    return new RebalanceRule.Situation(
        (double) job.now() - running.sinceMillis(),
        remaining(job.progress().gauge()),
        cost(job, proposal, expected),
        (int)
            events.stream()
                .filter(event -> event.kind() == EventKind.REBALANCE)
                .filter(event -> job.now() - event.atMillis() < Limits.REBALANCE_MEMORY_MILLIS)
                .count());
  }

  /** By what changes took this job; before its first by what they take others. */
  private static double cost(
      WorkingCopy job, LoadBalance.Proposal proposal, DoubleUnaryOperator expected) {
    final Layout layout = job.progress().layout();
    final Layout next = weighed(layout, proposal);
    final OptionalDouble own =
        Forecast.ofChange(job.history().events(), layout, next, job.progress().gauge(), true)
            .costMillis();
    return own.isPresent() ? own.getAsDouble() : expected.applyAsDouble(movedPart(layout, next));
  }

  /** Of all data, if it goes by weights. */
  private static double movedPart(Layout from, Layout to) {
    final double before = from.getMembersList().stream().mapToDouble(Member::getWeight).sum();
    final double after = to.getMembersList().stream().mapToDouble(Member::getWeight).sum();
    double differs = 0;
    for (int rank = 0; rank < from.getMembersCount(); rank++) {
      differs +=
          Math.abs(
              from.getMembers(rank).getWeight() / before - to.getMembers(rank).getWeight() / after);
    }
    return differs / 2;
  }

  private static OptionalDouble remaining(JobProgress.Gauge gauge) {
    return gauge.iterations() <= 0 || gauge.secondsPerIteration() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            MILLIS_PER_SECOND
                * gauge.secondsPerIteration()
                * Math.max(0, gauge.iterations() - gauge.iteration()));
  }

  private static Layout weighed(Layout layout, LoadBalance.Proposal proposal) {
    final Layout.Builder next = layout.toBuilder().clearTilings();
    for (int rank = 0; rank < layout.getMembersCount(); rank++) {
      next.setMembers(
          rank, Member.newBuilder(layout.getMembers(rank)).setWeight(proposal.weights().get(rank)));
    }
    return next.build();
  }
}
