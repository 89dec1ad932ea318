package io.lull.coordinator.core.control;

import io.lull.coordinator.core.dispatch.Dispatch;
import io.lull.coordinator.core.dispatch.SharingInputs;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.coordinator.core.view.ContractViews;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.text.Durations;
import io.lull.protocol.time.Clock;
import io.lull.scheduling.adapt.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why jobs and nodes are as they are now, and what would become of a job that is submitted now.
 * Used by the control loop's thread alone, within a round.
 */
final class Explanations {
  private static final String PREVIEWED = "the job";

  private final NodeTable nodes;
  private final JobTable jobs;
  private final SharingInputs sharing;
  private final Clock clock;

  Explanations(NodeTable nodes, JobTable jobs, SharingInputs sharing, Clock clock) {
    this.nodes = nodes;
    this.jobs = jobs;
    this.sharing = sharing;
    this.clock = clock;
  }

  /** Of a job that has not ended: why it waits or has what it has. */
  List<String> of(Job job) {
    if (job.awaiting()) {
      return List.of(JobViews.of(job).getReason());
    }
    if (!job.heldBy().isEmpty()) {
      return List.of(job.id() + " is " + Dispatch.heldReason(job));
    }
    if (job.relearning()) {
      return List.of(
          job.id() + ": its agents have not reconnected since the coordinator restarted");
    }
    final long now = clock.epochMillis();
    final List<String> lines =
        new ArrayList<>(
            Dispatch.explainJob(nodes.entries(), jobs.active(), sharing, now, job.id()));
    ContractViews.sentence(job.targets().contract()).ifPresent(lines::add);
    Rebalancing.explained(job, sharing.stopOf(job), now).ifPresent(lines::add);
    lastDecision(job, now).ifPresent(lines::add);
    return lines;
  }

  private static Optional<String> lastDecision(Job job, long nowMillis) {
    final List<Decision> decisions = job.history().decisions();
    return decisions.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "decided "
                + Durations.format(
                    Duration.ofSeconds(
                        Math.max(0, nowMillis - decisions.getLast().atMillis()) / 1000))
                + " ago: "
                + decisions.getLast().why());
  }

  /** Why a node does what it does. */
  List<String> of(LiveNode node) {
    return Dispatch.explainNode(
        nodes.entries(), jobs.active(), sharing, clock.epochMillis(), node.name());
  }

  /** Why a job could not begin on the nodes that are connected; empty: it could. */
  String shortage(Job job) {
    return Dispatch.shortage(nodes.entries(), job.terms());
  }

  /**
   * What would become of a job.
   *
   * @param job as it would be, under a number that no other has
   */
  List<String> preview(Job job) {
    final List<String> lines = new ArrayList<>();
    if (job.awaiting()) {
      lines.add(PREVIEWED + " " + JobViews.of(job).getReason() + "; if that were over now:");
    }
    final String shortage = shortage(job);
    if (!shortage.isEmpty()) {
      lines.add("no nodes could run it, though all owners were away: " + shortage);
    }
    final List<Job> all = new ArrayList<>(jobs.active());
    all.add(job.freed());
    Dispatch.explainJob(nodes.entries(), all, sharing, clock.epochMillis(), job.id()).stream()
        .map(line -> line.replace(job.id(), PREVIEWED))
        .forEach(lines::add);
    return lines;
  }
}
