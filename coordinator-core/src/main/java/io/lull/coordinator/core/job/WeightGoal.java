package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.adapt.LoadBalance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How a job's data is to be shared out among its nodes, by how fast they were measured to be for
 * this job.
 *
 * @param weights relative speeds, by node; none: nothing was measured, or all are as the policy
 *     says
 * @param cause why they are these
 * @param benefitMillis what the change to them is to bring; empty where that is not known
 * @param notBeforeMillis until then no goal is set but by an operator, because the last one failed
 * @param before what the goal has to be better than
 */
public record WeightGoal(
    Map<String, Double> weights,
    EventCause cause,
    OptionalDouble benefitMillis,
    long notBeforeMillis,
    Before before) {
  public static final WeightGoal NONE = failed(0);

  /**
   * The division before the goal's.
   *
   * @param weights by node; none: the goal need not prove itself
   * @param secondsPerSafePoint what all together took from one safe point to the next
   */
  public record Before(Map<String, Double> weights, double secondsPerSafePoint) {
    public static final Before NOTHING = new Before(Map.of(), 0);

    public Before {
      weights = Map.copyOf(weights);
    }

    /** Of the configuration in force. */
    public static Before of(Layout layout, double secondsPerSafePoint) {
      final Map<String, Double> weights = new HashMap<>();
      layout.getMembersList().forEach(m -> weights.put(m.getNode(), m.getWeight()));
      return new Before(weights, secondsPerSafePoint);
    }
  }

  /** Parts of the whole that differ by less are the same. */
  private static final double SAME = 0.005;

  public WeightGoal {
    weights = Map.copyOf(weights);
  }

  /** For the members of a configuration. */
  public static WeightGoal of(
      LoadBalance.Proposal proposal,
      Layout layout,
      EventCause cause,
      OptionalDouble benefitMillis) {
    final Map<String, Double> weights = new HashMap<>();
    for (int rank = 0; rank < layout.getMembersCount(); rank++) {
      weights.put(layout.getMembers(rank).getNode(), proposal.weights().get(rank));
    }
    return new WeightGoal(weights, cause, benefitMillis, 0, Before.NOTHING);
  }

  /** The same, which has to prove itself against what was before. */
  public WeightGoal against(Before division) {
    return new WeightGoal(weights, cause, benefitMillis, notBeforeMillis, division);
  }

  /** Whether it has yet to prove itself. */
  public boolean onTrial() {
    return !before.weights().isEmpty();
  }

  /** Back to what was before: it was better. */
  public WeightGoal reverted(long nextNotBeforeMillis) {
    return new WeightGoal(
        before.weights(), cause, OptionalDouble.empty(), nextNotBeforeMillis, Before.NOTHING);
  }

  /** None, because the change to the last one failed. */
  public static WeightGoal failed(long notBeforeMillis) {
    return new WeightGoal(
        Map.of(), EventCause.SCHEDULER, OptionalDouble.empty(), notBeforeMillis, Before.NOTHING);
  }

  /** Without the nodes that the job has left: what was measured there is of no use later. */
  WeightGoal on(Set<String> present) {
    if (present.containsAll(weights.keySet())) {
      return this;
    }
    final Map<String, Double> left = new HashMap<>(weights);
    left.keySet().retainAll(present);
    return left.isEmpty()
        ? NONE
        : new WeightGoal(left, cause, benefitMillis, notBeforeMillis, Before.NOTHING);
  }

  /**
   * The weight of a node beside the others of the job. One that was not measured counts as the
   * policy has it, relative to those that were.
   *
   * @param placed the nodes with the policy's weights
   */
  public double of(String node, List<PlacedNode> placed) {
    final double usual =
        placed.stream()
            .filter(n -> n.name().equals(node))
            .mapToDouble(PlacedNode::weight)
            .findFirst()
            .orElse(1.0);
    final Double own = weights.get(node);
    return own != null
        ? own
        : usual
            * placed.stream()
                .filter(n -> weights.containsKey(n.name()))
                .mapToDouble(n -> weights.getOrDefault(n.name(), 1.0) / n.weight())
                .average()
                .orElse(1);
  }

  /** Whether it is for the nodes of this layout and for no others. */
  public boolean covers(Layout layout) {
    return weights.size() == layout.getMembersCount()
        && layout.getMembersList().stream()
            .allMatch(member -> weights.containsKey(member.getNode()));
  }

  /** Whether the layout shares the data out otherwise among the same nodes. */
  public boolean differsFrom(Layout layout) {
    final List<Member> members = layout.getMembersList();
    if (!covers(layout)) {
      return false;
    }
    final double wanted = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    final double present = members.stream().mapToDouble(Member::getWeight).sum();
    return members.stream()
        .anyMatch(member ->
            Math.abs(
                    weights.getOrDefault(member.getNode(), 0.0) / wanted
                        - member.getWeight() / present)
                > SAME);
  }
}
