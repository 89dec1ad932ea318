package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.NodeState;
import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.Explanation;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.Plan;
import io.lull.scheduling.SpaceSharing;
import io.lull.scheduling.SpeedClasses;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shares the nodes out among the jobs. */
public final class Dispatch {
  /** So many other nodes a lone worker's job knows that could keep copies of its pieces. */
  private static final int SPARES = 3;

  /**
   * @param placed what to tell which job: only those for whom something changed
   * @param claims which job each node is promised to, by node; a node that is not in it is free
   */
  public record Outcome(Map<String, Placed> placed, Map<String, String> claims) {
    public Outcome {
      placed = Collections.unmodifiableMap(new TreeMap<>(placed));
      claims = Collections.unmodifiableMap(new TreeMap<>(claims));
    }
  }

  private final Map<String, NodeEntry> nodes = new TreeMap<>();

  /** Which job's process is on the node, one that is about to end too. */
  private final Map<String, String> occupants = new TreeMap<>();

  /**
   * Nodes that were given to a job and are not taken back yet, whether it has a worker there or
   * not.
   */
  private final Set<String> held = new TreeSet<>();

  private Dispatch(Collection<NodeEntry> nodes, Collection<Job> jobs) {
    nodes.forEach(node -> this.nodes.put(node.name(), node));
    for (final Job job : jobs) {
      job.occupied().forEach(node -> occupants.putIfAbsent(node, job.id()));
      if (!job.ended()) {
        held.addAll(names(job.placed().nodes()));
      }
    }
    held.addAll(occupants.keySet());
  }

  /**
   * To be called after each batch of events. The events of the outcome are to be given to the jobs
   * before the next call.
   *
   * @param jobs those that have ended too, as long as they have workers
   */
  public static Outcome plan(
      Collection<NodeEntry> nodes, Collection<Job> jobs, SharingInputs sharing, long nowMillis) {
    return new Dispatch(nodes, jobs).plan(jobs, sharing, nowMillis);
  }

  /**
   * Why a job waits or has what it has, in lines.
   *
   * @param id of one of the jobs, which has not ended, is not being learnt again, is not held and
   *     awaits no other
   */
  public static List<String> explainJob(
      Collection<NodeEntry> nodes,
      Collection<Job> jobs,
      SharingInputs sharing,
      long nowMillis,
      String id) {
    return Explanation.ofJob(new Dispatch(nodes, jobs).snapshot(jobs, sharing, nowMillis), id);
  }

  /** Why a node does what it does, in lines. */
  public static List<String> explainNode(
      Collection<NodeEntry> nodes,
      Collection<Job> jobs,
      SharingInputs sharing,
      long nowMillis,
      String name) {
    return Explanation.ofNode(new Dispatch(nodes, jobs).snapshot(jobs, sharing, nowMillis), name);
  }

  /** Why a job could not begin now though all owners were away; empty: it could. */
  public static String shortage(Collection<NodeEntry> nodes, JobTerms terms) {
    final List<NodeEntry> present =
        nodes.stream().filter(node -> node.online() && !node.drained()).toList();
    final long fitting = present.stream().filter(node -> NodeFit.fits(terms, node)).count();
    if (fitting >= terms.least()) {
      return "";
    }
    return present.isEmpty()
        ? "no node is connected"
        : String.format(
            Locale.ROOT,
            "it needs %d %s, and %d of the %d connected have the memory and whatever else it"
                + " requires",
            terms.least(),
            terms.least() == 1 ? "node" : "nodes",
            fitting,
            present.size());
  }

  private static List<Job> open(Collection<Job> jobs) {
    return jobs.stream()
        .filter(job -> !job.ended() && !job.relearning() && !job.awaiting())
        .sorted(Comparator.comparingLong(job -> job.terms().number()))
        .toList();
  }

  private ClusterSnapshot snapshot(Collection<Job> jobs, SharingInputs sharing, long nowMillis) {
    final Set<String> frozen = new TreeSet<>();
    jobs.stream()
        .filter(Job::relearning)
        .forEach(job -> {
          frozen.addAll(job.occupied());
          frozen.addAll(names(job.placed().nodes()));
        });
    return new ClusterSnapshot(
        nowMillis,
        nodes.values().stream()
            .map(node -> offer(node, frozen, sharing.likelyIdleMillis()))
            .toList(),
        open(jobs).stream()
            .filter(job -> job.heldBy().isEmpty())
            .map(job -> demand(job, nowMillis))
            .toList(),
        sharing.usageNodeSeconds(),
        sharing.terms());
  }

  private Outcome plan(Collection<Job> jobs, SharingInputs sharing, long nowMillis) {
    final Plan plan = SpaceSharing.plan(snapshot(jobs, sharing, nowMillis));
    final Map<String, Placed> placed = new TreeMap<>();
    final Map<String, String> claims = new TreeMap<>(occupants);
    for (final Job job : open(jobs)) {
      final Placed next =
          placed(job, job.heldBy().isEmpty() ? plan.of(job.id()) : heldAssignment(job));
      if (!sameTo(next, job.placed())) {
        placed.put(job.id(), next);
      }
      names(next.nodes()).forEach(node -> claims.putIfAbsent(node, job.id()));
    }
    jobs.stream()
        .filter(Job::relearning)
        .forEach(
            job -> names(job.placed().nodes()).forEach(node -> claims.putIfAbsent(node, job.id())));
    return new Outcome(placed, claims);
  }

  private static Plan.Assignment heldAssignment(Job job) {
    return new Plan.Assignment(new TreeSet<>(), heldReason(job));
  }

  /** Why a job that is held has no nodes, and what to do. */
  public static String heldReason(Job job) {
    return "held by " + job.heldBy() + " (lull release " + job.id() + " lets it continue)";
  }

  private NodeOffer offer(NodeEntry node, Set<String> frozen, Map<String, Long> likelyIdleMillis) {
    final String why =
        frozen.contains(node.name())
            ? "the coordinator has restarted and waits for its job's agents"
            : unusable(node);
    return new NodeOffer(
        node.name(),
        why.isEmpty(),
        why,
        NodeFit.traits(node),
        node.status().getSinceEpochMillis(),
        Set.copyOf(node.status().getWelcomeList()),
        likelyIdleMillis.getOrDefault(node.name(), 0L));
  }

  /** Why no worker may be started or kept there; empty when one may. */
  private String unusable(NodeEntry node) {
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
    present.addAll(names(job.placed().nodes()));
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
        job.moves());
  }

  private Placed placed(Job job, Plan.Assignment assignment) {
    final SortedSet<String> given = new TreeSet<>(assignment.nodes());
    String reason = assignment.reason();
    // A node that another job has to leave first is given when it has left.
    final SortedSet<String> awaited = new TreeSet<>();
    given.removeIf(
        node -> !occupants.getOrDefault(node, job.id()).equals(job.id()) && awaited.add(node));
    final int needed = job.terms().moldable() ? assignment.nodes().size() : job.terms().least();
    if (given.size() < needed && !given.containsAll(assignment.nodes())) {
      reason =
          "waits for "
              + String.join(", ", awaited)
              + (awaited.size() == 1
                  ? ", which another job is about to leave"
                  : ", which other jobs are about to leave");
      given.clear();
    }
    return new Placed(
        weighed(given), spares(job, given), reclaimed(job), cause(job, given), reason);
  }

  private List<PlacedNode> weighed(SortedSet<String> given) {
    final Map<String, Double> speeds = new TreeMap<>();
    final List<NodeEntry> entries =
        given.stream().map(nodes::get).filter(Objects::nonNull).toList();
    entries.forEach(node -> speeds.put(node.name(), NodeFit.speed(node)));
    final Map<String, Double> weights = SpeedClasses.weights(speeds);
    return entries.stream()
        .map(node -> placedNode(node, weights.getOrDefault(node.name(), 1.0)))
        .toList();
  }

  private static PlacedNode placedNode(NodeEntry node, double weight) {
    return new PlacedNode(
        node.name(),
        node.facts().getHost(),
        node.facts().getPiecePort(),
        weight,
        node.status().getLabelsList());
  }

  private List<PlacedNode> spares(Job job, Set<String> given) {
    final List<PlacedNode> spares = new ArrayList<>();
    for (final NodeEntry node : nodes.values()) {
      if (spares.size() < SPARES
          && node.online()
          && node.facts().getPiecePort() > 0
          && welcomes(node, job)
          && !given.contains(node.name())
          && !job.memberNodes().contains(node.name())) {
        spares.add(placedNode(node, 1.0));
      }
    }
    return spares;
  }

  private Map<String, Long> reclaimed(Job job) {
    final Map<String, Long> reclaimed = new TreeMap<>();
    for (final String name : job.present()) {
      final NodeEntry node = nodes.get(name);
      if (node != null && node.online() && !(node.status().getWilling() && welcomes(node, job))) {
        reclaimed.put(name, node.hurryMillis());
      }
    }
    return reclaimed;
  }

  private static boolean welcomes(NodeEntry node, Job job) {
    return node.status().getWelcomeCount() == 0
        || node.status().getWelcomeList().contains(job.terms().user());
  }

  private EventCause cause(Job job, Set<String> given) {
    final Set<String> members = job.memberNodes();
    final Set<String> left = new TreeSet<>(members);
    left.removeAll(given);
    final Set<String> joined = new TreeSet<>(given);
    joined.removeAll(members);
    if (left.stream().anyMatch(reclaimed(job)::containsKey)) {
      return EventCause.OWNER;
    }
    if (!job.heldBy().isEmpty()
        || left.stream().anyMatch(this::drained)
        || (members.size() != given.size() && given.size() == job.wantedCount())
        || job.moves().stream()
            .anyMatch(move -> left.contains(move.from()) && joined.contains(move.to()))) {
      return EventCause.OPERATOR;
    }
    if (left.stream().anyMatch(this::offline)) {
      return EventCause.FAILURE;
    }
    return left.isEmpty() && !joined.isEmpty() && !members.isEmpty()
        ? EventCause.OPPORTUNITY
        : EventCause.SCHEDULER;
  }

  private boolean drained(String name) {
    final NodeEntry node = nodes.get(name);
    return node != null && node.drained();
  }

  private boolean offline(String name) {
    final NodeEntry node = nodes.get(name);
    return node == null || !node.online();
  }

  private static boolean sameTo(Placed a, Placed b) {
    return a.nodes().equals(b.nodes())
        && a.spares().equals(b.spares())
        && a.reclaimed().equals(b.reclaimed())
        && a.reason().equals(b.reason());
  }

  private static Set<String> names(List<PlacedNode> nodes) {
    final Set<String> names = new TreeSet<>();
    nodes.forEach(node -> names.add(node.name()));
    return names;
  }
}
