package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Decided;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.GrowthRule;
import io.lull.scheduling.adapt.MigrationRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether workers of a job that were measured to be slow continue on nodes that no job has. */
final class SlowWorkers {
  private SlowWorkers() {}

  /**
   * Whether the speeds of its workers were measured, its data is shared out by them, it is not
   * being changed, and it is slower than was promised.
   */
  static boolean areKnown(Job job) {
    final WeightGoal goal = job.targets().goal();
    return job.phase() instanceof Phase.Running running
        && !running.finishing()
        && running.change().sinceMillis() == 0
        && !job.terms().spec().getNoAdapt()
        && job.heldBy().isEmpty()
        && job.pins().isEmpty()
        && !goal.weights().isEmpty()
        && !goal.onTrial()
        && goal.covers(job.progress().layout())
        && !goal.differsFrom(job.progress().layout())
        && (!job.targets().contract().confirmed() || job.targets().contract().isBroken());
  }

  /**
   * Where the data should be shared out anew, what is better: that, or slow workers elsewhere. A
   * move shares it out, too.
   *
   * @param known its own nodes and those that it could have, with the policy's weights
   */
  static Decided decide(
      Job job, Rebalancing.Due due, List<PlacedNode> known, SharingInputs sharing, long nowMillis) {
    return decide(job, due.goal(), due.lostPart(), known, sharing, nowMillis)
        .filter(moved -> moved.decision().chosen() != ChangeMethod.NONE)
        .orElseGet(() -> new Decided(due.decision(), List.of()));
  }

  /**
   * @param known its own nodes and those that it could have, with the policy's weights
   * @return empty: there is nothing to consider
   */
  static Optional<Decided> decide(
      Job job, List<PlacedNode> known, SharingInputs sharing, long nowMillis) {
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
      List<PlacedNode> known,
      SharingInputs sharing,
      long nowMillis) {
    final Set<String> members = job.memberNodes();
    final List<PlacedNode> own =
        known.stream().filter(node -> members.contains(node.name())).toList();
    final List<GrowthRule.Joiner> present = new ArrayList<>();
    final List<GrowthRule.Joiner> idle = new ArrayList<>();
    for (final PlacedNode node : known) {
      final double usual = goal.of(node.name(), own);
      if (members.contains(node.name())) {
        present.add(new GrowthRule.Joiner(node.name(), usual, 0));
      } else {
        idle.add(
            new GrowthRule.Joiner(
                node.name(),
                usual * node.weight(),
                sharing.likelyIdleMillis().getOrDefault(node.name(), 0L)));
      }
    }
    final ChangeCosts costs = JobSituation.costs(job, sharing.costs());
    final double weight = present.stream().mapToDouble(GrowthRule.Joiner::weight).sum();
    return MigrationRule.choose(
            JobSituation.of(job, weight).balanced(lostPart), present, idle, costs)
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
