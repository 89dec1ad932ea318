package io.lull.scheduling;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds out which jobs can use which nodes. */
final class Census {
  private final Map<String, NodeOffer> usable = new HashMap<>();
  private final Set<String> occupied = new HashSet<>();
  private final Set<String> claimed = new HashSet<>();
  private final Map<Group, Integer> groups = new HashMap<>();
  private final Welcomes welcomes;

  /**
   * Jobs of a group can use the same nodes.
   *
   * @param naming the owners' lists that name the jobs' users
   * @param exempt nodes that they have and may keep though they fit no longer
   */
  private record Group(
      JobDemand.Needs needs, BitSet naming, Set<String> barred, Set<String> exempt) {
    boolean admits(NodeOffer node, int list) {
      return (barred.isEmpty() || !barred.contains(node.name()))
          && Welcomes.admits(naming, list)
          && (needs.areMetBy(node) || exempt.contains(node.name()));
    }
  }

  /**
   * What a node is ranked by.
   *
   * @param worth its speed, less what its owner's return is likely to cost
   * @param sinceMillis where nothing is known of their owners' habits, those that are available
   *     longest are likely to stay so; those that have just come may be gone again soon
   */
  private record Ranked(NodeOffer node, boolean occupied, double worth, long sinceMillis)
      implements Comparable<Ranked> {

    /** The best comes first. */
    @Override
    public int compareTo(Ranked other) {
      int order = Boolean.compare(occupied, other.occupied);
      if (order == 0) {
        order = Double.compare(other.worth, worth);
      }
      if (order == 0) {
        order = Long.compare(sinceMillis, other.sinceMillis);
      }
      return order == 0 ? node.name().compareTo(other.node.name()) : order;
    }
  }

  private Census(ClusterSnapshot snapshot) {
    this.welcomes = new Welcomes(snapshot.nodes());
    snapshot.jobs().forEach(job -> occupied.addAll(job.present()));
    final long settledMillis = snapshot.nowMillis() - snapshot.terms().settle().toMillis();
    for (final NodeOffer node : snapshot.nodes()) {
      if (node.usable()
          && (node.sinceMillis() <= settledMillis || occupied.contains(node.name()))) {
        usable.put(node.name(), node);
      }
    }
  }

  /**
   * @param byTurn the jobs of the snapshot
   */
  static Eligibility of(ClusterSnapshot snapshot, List<JobDemand> byTurn) {
    final Census census = new Census(snapshot);
    final List<Claimant> claimants = byTurn.stream().map(census::claimant).toList();
    return census.eligibility(claimants);
  }

  private Claimant claimant(JobDemand job) {
    final Set<String> barred = new HashSet<>(job.avoided());
    final Set<String> kept = new HashSet<>(job.present());
    for (final JobDemand.Move move : job.moves()) {
      if (job.present().contains(move.from()) && mayEnter(job, move.to())) {
        barred.add(move.from());
        kept.add(move.to());
      }
    }
    kept.removeIf(node -> barred.contains(node) || !mayKeep(job, node) || !claimed.add(node));
    final Set<String> exempt = new HashSet<>();
    for (final String node : kept) {
      final NodeOffer offer = usable.get(node);
      if (offer != null && !job.needs().areMetBy(offer)) {
        exempt.add(node);
      }
    }
    final int group =
        groups.computeIfAbsent(
            new Group(job.needs(), welcomes.of(job.turn().user()), barred, exempt),
            _ -> groups.size());
    return new Claimant(job, kept, group);
  }

  private boolean mayKeep(JobDemand job, String name) {
    final NodeOffer node = usable.get(name);
    return node != null && node.welcomes(job.turn().user());
  }

  private boolean mayEnter(JobDemand job, String name) {
    final NodeOffer node = usable.get(name);
    if (node == null || claimed.contains(name) || job.avoided().contains(name)) {
      return false;
    }
    return job.present().contains(name) || (!occupied.contains(name) && job.fits(node));
  }

  private Eligibility eligibility(List<Claimant> claimants) {
    final List<NodeOffer> nodes = ranked();
    final List<Group> numbered = new ArrayList<>(groups.keySet());
    numbered.sort(Comparator.comparing(groups::get));
    final Map<BitSet, Integer> known = new HashMap<>();
    final int[] classes = new int[nodes.size()];
    final BitSet mayUse = new BitSet(numbered.size());
    for (int node = 0; node < classes.length; node++) {
      mayUse.clear();
      final int list = welcomes.listOf(nodes.get(node));
      for (int group = 0; group < numbered.size(); group++) {
        mayUse.set(group, numbered.get(group).admits(nodes.get(node), list));
      }
      Integer nodeClass = known.get(mayUse);
      if (nodeClass == null) {
        nodeClass = known.size();
        known.put((BitSet) mayUse.clone(), nodeClass);
      }
      classes[node] = nodeClass;
    }
    final List<BitSet> admits = new ArrayList<>();
    numbered.forEach(_ -> admits.add(new BitSet(known.size())));
    known.forEach((users, number) -> users.stream().forEach(g -> admits.get(g).set(number)));
    return new Eligibility(claimants, nodes, classes, admits);
  }

  private List<NodeOffer> ranked() {
    final List<NodeOffer> nodes = List.copyOf(usable.values());
    final double[] weights =
        SpeedClasses.weights(nodes.stream().mapToDouble(node -> node.traits().speed()).toArray());
    final List<Ranked> ranked = new ArrayList<>();
    for (int n = 0; n < weights.length; n++) {
      final NodeOffer node = nodes.get(n);
      ranked.add(
          new Ranked(
              node,
              occupied.contains(node.name()),
              Steadiness.worth(weights[n], node.likelyIdleMillis()),
              node.sinceMillis() == 0 ? Long.MAX_VALUE : node.sinceMillis()));
    }
    return ranked.stream().sorted().map(Ranked::node).toList();
  }
}
