package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.MeasuredLoads;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.adapt.Contract;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Holds what a job takes from one safe point to the next to what was promised. */
public final class ContractWatch {
  private ContractWatch() {}

  /**
   * A worker said how far it is.
   *
   * @param before what was measured until then
   */
  public static void measured(WorkingCopy job, MeasuredLoads before) {
    final Layout layout = job.progress().layout();
    final MeasuredLoads loads = job.progress().gauge().recent().loads();
    final int members = layout.getMembersCount();
    final Contract contract = job.targets().contract();
    if (!contract.confirmed()) {
      loads
          .secondsPerSafePoint(members)
          .ifPresent(seconds ->
              job.put(
                  job.targets().with(contract.confirmed(seconds * usualPart(job, layout, loads)))));
      return;
    }
    loads
        .newestSecondsPerSafePoint(before, members)
        .ifPresent(seconds -> job.put(job.targets().with(contract.measured(seconds, job.now()))));
  }

  /**
   * Other nodes have it now, and it is promised what follows from their usual speeds; the same ones
   * with other shares keep what was promised.
   *
   * @param from the configuration before
   */
  public static void changed(WorkingCopy job, Layout from) {
    final Layout to = job.progress().layout();
    double factor = 1;
    if (!WorkingCopy.nodesOf(from).equals(WorkingCopy.nodesOf(to))) {
      // Weights are relative within each of the two: nodes that are in both show how they compare.
      final double scale = weight(to, from) / weight(from, to);
      factor = weight(from, from) * scale / weight(to, to);
    }
    job.put(job.targets().with(job.targets().contract().scaled(factor)));
  }

  /** Of those members that are in the other, too. */
  private static double weight(Layout of, Layout other) {
    final List<String> nodes = WorkingCopy.nodesOf(other);
    return of.getMembersList().stream()
        .filter(member -> nodes.contains(member.getNode()))
        .mapToDouble(Member::getWeight)
        .sum();
  }

  /** Nothing that was before says what it will be. */
  public static void begun(WorkingCopy job) {
    job.put(job.targets().with(Contract.NONE));
  }

  /**
   * Which part of what was measured it would take on nodes as they usually are. What is slower than
   * the others and what its owner uses are mostly the same.
   */
  private static double usualPart(WorkingCopy job, Layout layout, MeasuredLoads loads) {
    return Math.min(fullSpeed(job, layout), loads.freeShare());
  }

  /**
   * Which part of what was measured it would take if every node were as fast as it usually is
   * beside the others: most of them are.
   */
  private static double fullSpeed(WorkingCopy job, Layout layout) {
    final WeightGoal goal = job.targets().goal();
    final List<PlacedNode> placed = job.targets().placed().nodes();
    if (!goal.covers(layout)) {
      return 1;
    }
    final List<Double> parts = new ArrayList<>();
    double measured = 0;
    double usual = 0;
    for (final PlacedNode node : placed) {
      final Double weight = goal.weights().get(node.name());
      if (weight != null) {
        parts.add(weight / node.weight());
        measured += weight;
        usual += node.weight();
      }
    }
    Collections.sort(parts);
    return parts.isEmpty() ? 1 : Math.min(1, measured / (usual * parts.get(parts.size() / 2)));
  }
}
