package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Changes a job's machines only where that brings its end nearer, by what changes cost.
 *
 * <p>Jobs come in the order of what is left of them, the least first: with perfect speed-up that
 * ends all of them soonest on average (L. Schrage, <i>A proof of the optimality of the shortest
 * remaining processing time discipline</i>, Operations Research 1968). Each takes, of its present
 * number, what it has kept and the greatest number that is free, the one with which it ends first.
 *
 * <p>A job that has lost machines which nobody can replace may also wait, suspended, until there
 * are as many again: to resume costs nothing, while to shrink and to grow again costs two changes.
 * It waits as long as the machines that it lacks are likely to come, by how often machines have
 * come lately, before the two changes would have paid; and never longer than they cost, so that it
 * loses at most twice what the better choice would have (ski rental; A. Karlin and others,
 * <i>Competitive snoopy caching</i>, Algorithmica 1988).
 */
public final class CostAwareSharing implements SharingPolicy {
  private final ChangeCost cost;
  private final Map<Integer, Long> waitingSince = new HashMap<>();

  public CostAwareSharing(ChangeCost cost) {
    this.cost = cost;
  }

  @Override
  public Decision decide(View view) {
    final List<Integer> order = new ArrayList<>();
    for (int i = 0; i < view.jobs().size(); i++) {
      order.add(i);
    }
    order.sort(
        Comparator.comparingDouble((Integer i) -> view.jobs().get(i).leftMillis())
            .thenComparingInt(i -> view.jobs().get(i).job().number()));
    final int[] counts = new int[order.size()];
    long review = Long.MAX_VALUE;
    int free = view.offered();
    for (final int i : order) {
      final JobState state = view.jobs().get(i);
      final long wait = waitMillis(view, state, free);
      if (wait > 0) {
        review = Math.min(review, view.nowMillis() + wait);
      } else {
        counts[i] = count(state, free);
        free -= counts[i];
      }
    }
    return new Decision(machines(view, order, counts), review);
  }

  @Override
  public Map<Integer, Long> memory() {
    return Map.copyOf(waitingSince);
  }

  @Override
  public void remember(Map<Integer, Long> memory) {
    waitingSince.putAll(memory);
  }

  /** The number of machines with which a job ends first. */
  private int count(JobState state, int free) {
    int best = 0;
    double soonest = Double.POSITIVE_INFINITY;
    for (final int count : candidates(state, free).descendingSet()) {
      final double end =
          standingMillis(state, count) + state.leftMillis() / state.job().speedup().on(count);
      if (end < soonest) {
        best = count;
        soonest = end;
      }
    }
    return best;
  }

  private static NavigableSet<Integer> candidates(JobState state, int free) {
    final NavigableSet<Integer> candidates = new TreeSet<>();
    candidates.add(Math.min(state.job().machines(), free));
    if (!state.held().isEmpty()) {
      candidates.add(Math.min(state.kept().size(), free));
      if (state.held().size() <= free) {
        candidates.add(state.held().size());
      }
    }
    candidates.remove(0);
    return candidates;
  }

  private long standingMillis(JobState state, int count) {
    if (state.held().isEmpty()) {
      return 0;
    }
    if (count != state.held().size()) {
      return cost.resizeMillis();
    }
    return state.kept().size() < state.held().size()
        ? cost.migrateMillis()
        : state.standingMillis();
  }

  /** For how long a job should wait for machines, suspended; 0: not at all. */
  private long waitMillis(View view, JobState state, int free) {
    final boolean lacks = state.kept().size() < state.held().size() || state.held().isEmpty();
    if (state.width() == 0 || !lacks || free >= state.width()) {
      waitingSince.remove(state.job().number());
      return 0;
    }
    if (!state.held().isEmpty()) {
      waitingSince.put(state.job().number(), view.nowMillis());
    }
    final long since = waitingSince.getOrDefault(state.job().number(), view.nowMillis());
    final double others = Math.max(1, free);
    // What is lost by waiting so long is what the two changes would have cost.
    final double longest = cost.resizeMillis() * (1 + state.width() / others);
    final double likely =
        (double) OfferCursor.ARRIVALS_MILLIS / (view.arrivals() + 1) * (state.width() - free);
    final long left = since + (long) longest - view.nowMillis();
    return likely < longest ? Math.max(0, left) : 0;
  }

  private static List<List<Integer>> machines(View view, List<Integer> order, int[] counts) {
    final List<List<Integer>> machines = new ArrayList<>();
    final List<Integer> released = new ArrayList<>();
    int wanted = 0;
    for (int i = 0; i < counts.length; i++) {
      final List<Integer> kept = view.jobs().get(i).kept();
      if (counts[i] < kept.size()) {
        released.addAll(kept.subList(counts[i], kept.size()));
        machines.add(List.copyOf(kept.subList(0, counts[i])));
      } else {
        wanted += counts[i] - kept.size();
        machines.add(kept);
      }
    }
    final Iterator<Integer> free = view.free().first(wanted, released).iterator();
    for (final int i : order) {
      if (machines.get(i).size() < counts[i]) {
        final List<Integer> more = new ArrayList<>(machines.get(i));
        while (more.size() < counts[i]) {
          more.add(free.next());
        }
        machines.set(i, more);
      }
    }
    return machines;
  }
}
