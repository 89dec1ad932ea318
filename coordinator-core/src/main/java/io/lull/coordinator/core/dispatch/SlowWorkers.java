package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Decided;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Contract;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.GrowthRule;
import io.lull.scheduling.adapt.MigrationRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether workers of a job that were measured to be slow continue on nodes that no job has. */
final class SlowWorkers {
  private SlowWorkers() {}

  /**
   * Whether it is not being changed, its data is shared out by how fast its workers are, and it is
   * slower than was promised.
   */
  static boolean areKnown(Job job) {
    final WeightGoal goal = job.targets().goal();
    final Contract contract = job.targets().contract();
    return job.phase() instanceof Phase.Running running
        && !running.finishing()
        && running.change().sinceMillis() == 0
        && !job.terms().spec().getNoAdapt()
        && job.heldBy().isEmpty()
        && job.pins().isEmpty()
        && !goal.onTrial()
        && (goal.weights().isEmpty()
            ? contract.isBroken()
            : goal.covers(job.progress().layout())
                && !goal.differsFrom(job.progress().layout())
                && (!contract.confirmed() || contract.isBroken()));
  }

  /**
   * Where the data should be shared out anew, what is better: that, or slow workers elsewhere. A
   * move shares it out, too.
   *
   * @param known its own nodes and those that it could have
   */
  static Decided decide(
      Job job, Rebalancing.Due due, KnownNodes known, SharingInputs sharing, long nowMillis) {
    return decide(job, due.goal(), due.lostPart(), known, sharing, nowMillis)
        .filter(moved -> moved.decision().chosen() != ChangeMethod.NONE)
        .orElseGet(() -> new Decided(due.decision(), List.of()));
  }

  /**
   * @param known its own nodes and those that it could have
   * @return empty: there is nothing to consider
   */
  static Optional<Decided> decide(
      Job job, KnownNodes known, SharingInputs sharing, long nowMillis) {
    return decide(job, job.targets().goal(), 0, known, sharing, nowMillis);
  }

  /**
   * @param goal how the data would be shared out if nothing moved
   * @param lostPart of the present time, as long as it is not
   */
  private static Optional<Decided> decide(
      Job job,
      WeightGoal goal,
      double lostPart,
      KnownNodes known,
      SharingInputs sharing,
      long nowMillis) {
    final KnownNodes.Speeds speeds = known.of(job, goal);
    final List<GrowthRule.Joiner> own = speeds.own();
    final ChangeCosts costs = JobSituation.costs(job, sharing.costs());
    final double weight = own.stream().mapToDouble(GrowthRule.Joiner::weight).sum();
    return MigrationRule.choose(
            JobSituation.of(job, weight).balanced(lostPart),
            own,
            speeds.idle(sharing),
            speeds.unloaded(job.targets().contract()),
            costs)
        .map(choice -> decided(job, choice, nowMillis));
  }

  private static Decided decided(Job job, MigrationRule.Choice choice, long nowMillis) {
    final Optional<Candidate> best =
        choice.choice().best().filter(each -> repays(each, recent(job, nowMillis)));
    final MigrationRule.Choice kept =
        best.isPresent()
            ? choice
            : new MigrationRule.Choice(
                List.of(), new GrowthRule.Choice(Optional.empty(), choice.choice().all()));
    final List<Move> moves = new ArrayList<>();
    for (int i = 0; i < kept.replaced().size(); i++) {
      moves.add(new Move(kept.replaced().get(i), best.orElseThrow().nodes().get(i)));
    }
    return new Decided(Decision.ofMigration(nowMillis, kept), moves);
  }

  /** A load that moves from node to node is not run after: each move has to bring twice as much. */
  private static boolean repays(Candidate candidate, int recent) {
    return candidate
        .benefit()
        .filter(benefit ->
            recent == 0
                || benefit.expected() > candidate.downtimeMillis() * (1L << Math.min(recent, 20)))
        .isPresent();
  }

  private static int recent(Job job, long nowMillis) {
    return (int)
        job.history().events().stream()
            .filter(
                event -> event.kind() == EventKind.MIGRATE && event.cause() == EventCause.CONTRACT)
            .filter(event -> nowMillis - event.atMillis() < Limits.REBALANCE_MEMORY_MILLIS)
            .count();
  }
}
