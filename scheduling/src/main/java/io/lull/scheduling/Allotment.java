package io.lull.scheduling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who has which node while a plan is made.
 *
 * <p>Jobs differ in the nodes that they can use. Where every node that a job can use is taken, one
 * is freed by moving its holder to another: an augmenting path of a bipartite matching (Kuhn 1955),
 * so that no job waits while some exchange could serve it.
 */
final class Allotment {
  /** Nodes that a job may be given, those it would rather have first. */
  private final Map<String, List<String>> candidates = new HashMap<>();

  private final Map<String, String> holders = new TreeMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  Allotment(List<NodeOffer> nodes, List<JobDemand> byTurn) {
    final Map<String, Double> speeds = new TreeMap<>();
    nodes.forEach(node -> speeds.put(node.name(), node.traits().speed()));
    final Map<String, Double> weights = SpeedClasses.weights(speeds);
    final Set<String> present = new HashSet<>();
    byTurn.forEach(job -> present.addAll(job.present()));
    for (final JobDemand job : byTurn) {
      final Set<String> left = new HashSet<>();
      final Set<String> entered = new HashSet<>();
      for (final JobDemand.Move move : job.moves()) {
        if (job.present().contains(move.from())
            && byTurn.stream()
                .noneMatch(other -> !other.equals(job) && other.present().contains(move.to()))
            && nodes.stream()
                .anyMatch(node -> node.name().equals(move.to()) && admits(job, node))) {
          left.add(move.from());
          entered.add(move.to());
        }
      }
      final List<NodeOffer> fitting = new ArrayList<>();
      for (final NodeOffer node : nodes) {
        if (!left.contains(node.name()) && admits(job, node)) {
          fitting.add(node);
        }
      }
      fitting.sort(
          Comparator.comparingInt((NodeOffer node) -> rank(job, node.name(), entered, present))
              .thenComparingDouble(node -> -weights.getOrDefault(node.name(), 1.0))
              .thenComparingLong(node -> job.present().contains(node.name()) ? 0 : since(node))
              .thenComparing(NodeOffer::name));
      candidates.put(job.id(), fitting.stream().map(NodeOffer::name).toList());
      counts.put(job.id(), 0);
    }
  }

  private static boolean admits(JobDemand job, NodeOffer node) {
    return node.usable()
        && !job.avoided().contains(node.name())
        && (job.present().contains(node.name()) || SpaceSharing.fits(job, node));
  }

  /**
   * Those that are available longest are likely to stay so; those that have just come may be gone
   * again soon.
   */
  private static long since(NodeOffer node) {
    return node.sinceMillis() == 0 ? Long.MAX_VALUE : node.sinceMillis();
  }

  private static int rank(JobDemand job, String node, Set<String> entered, Set<String> present) {
    if (job.present().contains(node)) {
      return 0;
    }
    if (entered.contains(node)) {
      return 1;
    }
    return present.contains(node) ? 3 : 2;
  }

  /**
   * Gives the job its least, or nothing.
   *
   * @return how many nodes were to be had, at most the least
   */
  int grantLeast(JobDemand job) {
    final Map<String, String> before = Map.copyOf(holders);
    for (int had = 0; had < job.share().least(); had++) {
      if (!grant(job)) {
        holders.clear();
        holders.putAll(before);
        counts.put(job.id(), 0);
        return had;
      }
    }
    return job.share().least();
  }

  /**
   * Gives what is left to those that have fewest; of these first to those that can keep a node by
   * it.
   */
  void shareRest(List<JobDemand> byTurn) {
    final List<JobDemand> open = new ArrayList<>(byTurn);
    while (true) {
      open.removeIf(job -> count(job) >= job.share().most());
      if (open.isEmpty()) {
        return;
      }
      final int fewest = open.stream().mapToInt(this::count).min().getAsInt();
      final JobDemand next =
          open.stream()
              .filter(job -> count(job) == fewest)
              .min(Comparator.comparingInt(job -> keepsOne(job) ? 0 : 1))
              .orElseThrow();
      if (!grant(next)) {
        open.remove(next);
      }
    }
  }

  SortedSet<String> nodesOf(JobDemand job) {
    final SortedSet<String> nodes = new TreeSet<>();
    holders.forEach((node, holder) -> {
      if (holder.equals(job.id())) {
        nodes.add(node);
      }
    });
    return nodes;
  }

  private int count(JobDemand job) {
    return counts.getOrDefault(job.id(), 0);
  }

  private boolean keepsOne(JobDemand job) {
    return candidates.getOrDefault(job.id(), List.of()).stream()
        .anyMatch(node -> job.present().contains(node) && !holders.containsKey(node));
  }

  private boolean grant(JobDemand job) {
    final String free = firstFree(job.id());
    if (free != null) {
      holders.put(free, job.id());
    } else if (!exchange(job.id())) {
      return false;
    }
    counts.merge(job.id(), 1, Integer::sum);
    return true;
  }

  private @Nullable String firstFree(String job) {
    for (final String node : candidates.getOrDefault(job, List.of())) {
      if (!holders.containsKey(node)) {
        return node;
      }
    }
    return null;
  }

  /**
   * Breadth first over jobs: who could give up a node for another that is free, in the fewest
   * exchanges.
   */
  private boolean exchange(String wanting) {
    record Gives(String node, String to) {}
    final Map<String, Gives> reachedBy = new HashMap<>();
    final Set<String> seen = new HashSet<>(Set.of(wanting));
    final Queue<String> queue = new ArrayDeque<>(seen);
    while (!queue.isEmpty()) {
      final String job = queue.remove();
      final String free = job.equals(wanting) ? null : firstFree(job);
      if (free != null) {
        String node = free;
        String taker = job;
        while (true) {
          holders.put(node, taker);
          final Gives gives = reachedBy.get(taker);
          if (gives == null) {
            return true;
          }
          node = gives.node();
          taker = gives.to();
        }
      }
      for (final String node : candidates.getOrDefault(job, List.of())) {
        final String holder = holders.get(node);
        if (holder != null && seen.add(holder)) {
          reachedBy.put(holder, new Gives(node, job));
          queue.add(holder);
        }
      }
    }
    return false;
  }
}
