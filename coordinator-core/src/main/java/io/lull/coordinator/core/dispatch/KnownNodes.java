package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.scheduling.adapt.Contract;
import io.lull.scheduling.adapt.GrowthRule.Joiner;
import io.lull.scheduling.habit.StayCurve;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Nodes that a job has, and those that it could have, by how fast they are for it beside each
 * other: its own as measured, others as follows from those, from what the policy says of them, and
 * from the processor time that owners' programs use.
 *
 * @param placed with the policy's weights
 * @param freeShares the part of a node's processor time that its owner leaves, by node; 1 where it
 *     is not known
 */
record KnownNodes(List<PlacedNode> placed, Map<String, Double> freeShares) {
  KnownNodes {
    placed = List.copyOf(placed);
    freeShares = Map.copyOf(freeShares);
  }

  static KnownNodes of(List<PlacedNode> placed, Collection<NodeEntry> nodes) {
    final Map<String, Double> shares = new TreeMap<>();
    nodes.forEach(node -> shares.put(node.name(), FreeShare.beside(node.ownerLoad())));
    return new KnownNodes(placed, shares);
  }

  /** The same, seen by one job. */
  Speeds of(Job job, WeightGoal goal) {
    final Set<String> members = job.memberNodes();
    return new Speeds(
        goal,
        placed.stream().filter(node -> members.contains(node.name())).toList(),
        placed.stream().filter(node -> !members.contains(node.name())).toList());
  }

  private double share(PlacedNode node) {
    return freeShares.getOrDefault(node.name(), FreeShare.WHOLE);
  }

  /** How fast the nodes are for a job that has some of them. */
  final class Speeds {
    private final WeightGoal goal;
    private final List<PlacedNode> own;
    private final List<PlacedNode> idle;

    private Speeds(WeightGoal goal, List<PlacedNode> own, List<PlacedNode> idle) {
      this.goal = goal;
      this.own = own;
      this.idle = idle;
    }

    List<Joiner> own() {
      return own.stream()
          .map(node -> new Joiner(node.name(), present(node), StayCurve.ALWAYS))
          .toList();
    }

    List<Joiner> idle(SharingInputs sharing) {
      final double unloaded = average(node -> present(node) / node.weight() / share(node));
      return idle.stream()
          .map(node ->
              new Joiner(
                  node.name(), unloaded * node.weight() * share(node), sharing.stay(node.name())))
          .toList();
    }

    /**
     * How fast one of its own nodes would be without its owner's programs, as far as these explain
     * why the job is slower than was promised; 0: it is not, or they do not.
     */
    double unloaded(Contract contract) {
      return contract.isBroken()
          ? Math.min(
              average(node -> present(node) / share(node)),
              average(this::present) * Math.exp(contract.newest()))
          : 0;
    }

    private double present(PlacedNode node) {
      return goal.of(node.name(), own);
    }

    private double average(ToDoubleFunction<PlacedNode> figure) {
      return own.stream().mapToDouble(figure).average().orElse(0);
    }
  }
}
