package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.protocol.model.NodeState;
import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.habit.Outlook;
import io.lull.scheduling.habit.StayCurve;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Nodes and jobs in the scheduler's terms. */
final class PlanInput {
  private PlanInput() {}

  /** Those that may have nodes. */
  static List<Job> open(Collection<Job> jobs) {
    return jobs.stream()
        .filter(job -> !job.ended() && !job.relearning() && !job.awaiting())
        .sorted(Comparator.comparingLong(job -> job.terms().number()))
        .toList();
  }

  /**
   * @param held nodes that were given to a job and are not taken back yet
   */
  static ClusterSnapshot snapshot(
      Collection<NodeEntry> nodes,
      Set<String> held,
      Collection<Job> jobs,
      SharingInputs sharing,
      long nowMillis) {
    final Set<String> frozen = new TreeSet<>();
    jobs.stream()
        .filter(Job::relearning)
        .forEach(job -> {
          frozen.addAll(job.occupied());
          frozen.addAll(names(job));
          frozen.addAll(job.placed().ghosts());
        });
    return new ClusterSnapshot(
        nowMillis,
        nodes.stream().map(node -> offer(node, frozen, held, sharing)).toList(),
        open(jobs).stream()
            .filter(job -> job.heldBy().isEmpty())
            .map(job -> demand(job, nowMillis))
            .toList(),
        sharing.usageNodeSeconds(),
        sharing.terms());
  }

  private static NodeOffer offer(
      NodeEntry node, Set<String> frozen, Set<String> held, SharingInputs sharing) {
    final String why =
        frozen.contains(node.name())
            ? "the coordinator has restarted and waits for its job's agents"
            : unusable(node, held);
    return new NodeOffer(
        node.name(),
        why.isEmpty(),
        why,
        NodeFit.traits(node),
        node.status().getSinceEpochMillis(),
        Set.copyOf(node.status().getWelcomeList()),
        likelyIdleMillis(sharing.stays().get(node.name())));
  }

  /** 0: not known. */
  private static long likelyIdleMillis(@Nullable StayCurve stay) {
    return stay == null ? 0 : stay.median(Outlook.LONGEST).toMillis();
  }

  /** Why no worker may be started or kept there; empty when one may. */
  private static String unusable(NodeEntry node, Set<String> held) {
    if (!node.online()) {
      return "it does not respond";
    }
    if (node.drained()) {
      return "an operator has drained it";
    }
    if (!node.status().getWilling()) {
      return "its owner is present";
    }
    final boolean available = node.status().getState().equals(NodeState.AVAILABLE.wire());
    return available || held.contains(node.name()) ? "" : "it is not available";
  }

  private static JobDemand demand(Job job, long nowMillis) {
    final Set<String> present = new TreeSet<>(job.present());
    present.addAll(names(job));
    final Set<String> avoided = new TreeSet<>();
    job.avoided()
        .forEach((node, until) -> {
          if (until > nowMillis && !job.present().contains(node)) {
            avoided.add(node);
          }
        });
    return new JobDemand(
        job.id(),
        new JobDemand.Turn(
            job.terms().spec().getPriority(),
            job.terms().user(),
            job.terms().number(),
            Math.max(job.terms().submittedMillis(), job.allocated().sinceMillis()),
            job.allocated().changedMillis()),
        new JobDemand.Share(
            job.terms().least(),
            job.greatest(),
            job.wantedCount(),
            job.terms().moldable(),
            job.settled()),
        NodeFit.needs(job.terms()),
        present,
        avoided,
        job.moves(),
        job.ghosts());
  }

  private static List<String> names(Job job) {
    return job.placed().nodes().stream().map(PlacedNode::name).toList();
  }
}
