package io.lull.scheduling.adapt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether workers of a job that were measured to be slow continue on idle nodes instead: the
 * rescheduling of S. Vadhiyar and J. Dongarra (<i>Self Adaptivity in Grid Computing</i>, 2005),
 * worker by worker. What it brings and takes is predicted as for {@link GrowthRule}; what replaces
 * a worker adds only what it is faster.
 */
public final class MigrationRule {
  /** Less is within the precision of what is measured of a node before a job runs there. */
  private static final double LEAST_FACTOR = 1.5;

  private MigrationRule() {}

  /**
   * @param replaced nodes whose workers continue elsewhere, in the order of the best candidate's
   *     nodes; empty when none pays
   * @param choice what was considered, from few nodes to many
   */
  public record Choice(List<String> replaced, GrowthRule.Choice choice) {
    public Choice {
      replaced = List.copyOf(replaced);
    }
  }

  /**
   * Empty when no node would be exchanged: there is nothing to consider.
   *
   * @param members the nodes of all workers, with measured weights
   * @param idle other nodes; none is taken to be faster than the typical member
   * @param unloaded how fast that would be without what slows all of them down; 0: nothing does
   */
  public static Optional<Choice> choose(
      GrowthRule.Situation situation,
      List<GrowthRule.Joiner> members,
      List<GrowthRule.Joiner> idle,
      double unloaded,
      ChangeCosts costs) {
    if (members.isEmpty() || situation.remainingMillis().isEmpty()) {
      return Optional.empty();
    }
    final List<GrowthRule.Joiner> slowest =
        members.stream()
            .sorted(
                Comparator.comparingDouble(GrowthRule.Joiner::weight)
                    .thenComparing(GrowthRule.Joiner::node))
            .toList();
    final double typical = Math.max(unloaded, slowest.get(slowest.size() / 2).weight());
    final List<GrowthRule.Joiner> best =
        idle.stream()
            .map(node ->
                new GrowthRule.Joiner(node.node(), Math.min(node.weight(), typical), node.stay()))
            .sorted(
                Comparator.comparingDouble(
                        (GrowthRule.Joiner node) -> -GrowthRule.worth(node, situation))
                    .thenComparing(GrowthRule.Joiner::node))
            .toList();
    final List<GrowthRule.Prospect> prospects = new ArrayList<>();
    double leaving = 0;
    for (int k = 0; k < Math.min(slowest.size(), best.size()); k++) {
      if (best.get(k).weight() < LEAST_FACTOR * slowest.get(k).weight()) {
        break;
      }
      leaving += slowest.get(k).weight();
      prospects.add(
          GrowthRule.prospect(
              ChangeMethod.MIGRATE, situation, best.subList(0, k + 1), leaving, costs));
    }
    if (prospects.isEmpty()) {
      return Optional.empty();
    }
    final GrowthRule.Choice choice = GrowthRule.Choice.of(prospects);
    final int taken = choice.best().map(one -> one.nodes().size()).orElse(0);
    return Optional.of(
        new Choice(
            slowest.subList(0, taken).stream().map(GrowthRule.Joiner::node).toList(), choice));
  }
}
