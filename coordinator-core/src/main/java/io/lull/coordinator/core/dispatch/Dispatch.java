package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Decided;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.protocol.model.EventCause;
import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.Explanation;
import io.lull.scheduling.Plan;
import io.lull.scheduling.SpaceSharing;
import io.lull.scheduling.SpeedClasses;
import io.lull.scheduling.adapt.Decision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shares the nodes out among the jobs. */
public final class Dispatch {
  /** So many other nodes a lone worker's job knows that could keep copies of its pieces. */
  private static final int SPARES = 3;

  /** Nodes that do not pay for one job may be offered to another, which may decline them, too. */
  private static final int MOST_PASSES = 4;

  /**
   * A plan with what it rests on.
   *
   * @param decided what is news, by job
   */
  private record Shared(ClusterSnapshot snapshot, Plan plan, Map<String, Decided> decided) {}

  /**
   * @param placed what to tell which job: only those for whom something changed
   * @param decided what was decided about which job, and is to be told it before that
   * @param claims which job each node is promised to, by node; a node that is not in it is free
   */
  public record Outcome(
      Map<String, Placed> placed, Map<String, Decided> decided, Map<String, String> claims) {
    public Outcome {
      placed = Collections.unmodifiableMap(new TreeMap<>(placed));
      decided = Collections.unmodifiableMap(new TreeMap<>(decided));
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
    return Explanation.ofJob(
        new Dispatch(nodes, jobs).shared(jobs, sharing, nowMillis).snapshot(), id);
  }

  /** Why a node does what it does, in lines. */
  public static List<String> explainNode(
      Collection<NodeEntry> nodes,
      Collection<Job> jobs,
      SharingInputs sharing,
      long nowMillis,
      String name) {
    return Explanation.ofNode(
        new Dispatch(nodes, jobs).shared(jobs, sharing, nowMillis).snapshot(), name);
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

  /**
   * Shares the nodes out, and once more without those that do not pay for the jobs that they were
   * offered to: others may have use for them.
   */
  private Shared shared(Collection<Job> jobs, SharingInputs sharing, long nowMillis) {
    ClusterSnapshot snapshot = PlanInput.snapshot(nodes.values(), held, jobs, sharing, nowMillis);
    final Map<String, Decision> declined = new TreeMap<>();
    final Map<String, Integer> most = new TreeMap<>();
    for (int pass = 1; true; pass++) {
      final Plan plan = SpaceSharing.plan(snapshot);
      final Map<String, Decision> decided = new TreeMap<>();
      boolean all = true;
      for (final Job job : PlanInput.open(jobs)) {
        if (job.heldBy().isEmpty() && OfferedNodes.isChoice(job, plan.of(job.id()).nodes())) {
          final SortedSet<String> given = plan.of(job.id()).nodes();
          final OfferedNodes offered = new OfferedNodes(job, weighed(given), sharing);
          final Decision decision = offered.decide(cause(job, given), nowMillis);
          decided.put(job.id(), decision);
          if (!offered.takenBy(decision)) {
            all = false;
            declined.put(job.id(), decision);
            most.merge(job.id(), offered.useful(decision), Math::min);
          }
        }
      }
      if (all || pass == MOST_PASSES) {
        declined.forEach(decided::putIfAbsent);
        return new Shared(snapshot, plan, news(jobs, decided, snapshot, plan, sharing));
      }
      snapshot = snapshot.limited(most);
    }
  }

  private Map<String, Decided> news(
      Collection<Job> jobs,
      Map<String, Decision> decided,
      ClusterSnapshot snapshot,
      Plan plan,
      SharingInputs sharing) {
    final Map<String, Decided> news = new TreeMap<>();
    final Set<String> taken = new TreeSet<>();
    for (final Job job : PlanInput.open(jobs)) {
      final Decision decision = decided.get(job.id());
      if (decision != null) {
        news.put(job.id(), new Decided(decision, List.of()));
      } else {
        slow(job, snapshot, plan, taken, sharing)
            .ifPresent(found -> {
              news.put(job.id(), found);
              taken.addAll(found.decision().taken());
            });
      }
    }
    for (final Job job : jobs) {
      news.computeIfPresent(
          job.id(), (_, found) -> OfferedNodes.isNews(job, found.decision()) ? found : null);
    }
    return news;
  }

  /**
   * What is to become of a job whose workers are not equally fast.
   *
   * @param taken nodes to which workers of other jobs move
   */
  private Optional<Decided> slow(
      Job job, ClusterSnapshot snapshot, Plan plan, Set<String> taken, SharingInputs sharing) {
    final Optional<Rebalancing.Due> due =
        Rebalancing.due(job, sharing.stopOf(job), snapshot.nowMillis());
    if (due.isEmpty() && !SlowWorkers.areKnown(job)) {
      return Optional.empty();
    }
    final SortedSet<String> names = new TreeSet<>(SpaceSharing.idle(snapshot, plan, job.id()));
    names.removeAll(taken);
    names.addAll(job.memberNodes());
    final KnownNodes known = KnownNodes.of(weighed(names), nodes.values());
    return due.isPresent()
        ? due.map(found -> SlowWorkers.decide(job, found, known, sharing, snapshot.nowMillis()))
        : SlowWorkers.decide(job, known, sharing, snapshot.nowMillis());
  }

  private Outcome plan(Collection<Job> jobs, SharingInputs sharing, long nowMillis) {
    final Shared shared = shared(jobs, sharing, nowMillis);
    final Plan plan = shared.plan();
    final Map<String, Placed> placed = new TreeMap<>();
    final Map<String, String> claims = new TreeMap<>(occupants);
    final GhostNodes ghosts = new GhostNodes(sharing);
    for (final Job job : PlanInput.open(jobs)) {
      final Placed given =
          placed(job, job.heldBy().isEmpty() ? plan.of(job.id()) : heldAssignment(job));
      final Placed next = given.with(ghosts.of(job, names(given.nodes()), open(job, shared)));
      if (!sameTo(next, job.placed())) {
        placed.put(job.id(), next);
      }
      names(next.nodes()).forEach(node -> claims.putIfAbsent(node, job.id()));
      next.ghosts().forEach(node -> claims.putIfAbsent(node, job.id()));
    }
    jobs.stream()
        .filter(Job::relearning)
        .forEach(
            job -> names(job.placed().nodes()).forEach(node -> claims.putIfAbsent(node, job.id())));
    return new Outcome(placed, shared.decided(), claims);
  }

  /** Nodes that no job is to have, on which a worker may wait for this one. */
  private Set<String> open(Job job, Shared shared) {
    final Set<String> open = new TreeSet<>();
    if (job.phase() instanceof Phase.Running || !job.placed().ghosts().isEmpty()) {
      for (final String node : SpaceSharing.idle(shared.snapshot(), shared.plan(), job.id())) {
        final NodeEntry entry = nodes.get(node);
        if (entry != null
            && entry.status().getGhosts()
            && occupants.getOrDefault(node, job.id()).equals(job.id())) {
          open.add(node);
        }
      }
    }
    return open;
  }

  private static Plan.Assignment heldAssignment(Job job) {
    return new Plan.Assignment(new TreeSet<>(), heldReason(job));
  }

  /** Why a job that is held has no nodes, and what to do. */
  public static String heldReason(Job job) {
    return "held by " + job.heldBy() + " (lull release " + job.id() + " lets it continue)";
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
        || (members.size() != given.size() && given.size() == job.wantedCount())) {
      return EventCause.OPERATOR;
    }
    final Optional<EventCause> moved =
        job.pins().stream()
            .filter(pin -> left.contains(pin.move().from()) && joined.contains(pin.move().to()))
            .map(JobTargets.Pin::cause)
            .findFirst();
    if (moved.isPresent()) {
      return moved.get();
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
        && a.ghosts().equals(b.ghosts())
        && a.reason().equals(b.reason());
  }

  private static Set<String> names(List<PlacedNode> nodes) {
    final Set<String> names = new TreeSet<>();
    nodes.forEach(node -> names.add(node.name()));
    return names;
  }
}
