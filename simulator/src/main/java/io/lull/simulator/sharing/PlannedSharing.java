package io.lull.simulator.sharing;

import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.EqualShares;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.NodeTraits;
import io.lull.scheduling.Plan;
import io.lull.scheduling.Requirement;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.SpaceSharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The policy of live grids ({@link SpaceSharing}): static space-sharing when each job needs all its
 * machines, dynamic when it can use any number of them.
 */
public final class PlannedSharing implements SharingPolicy {
  private static final String USER = "user";

  /** Nobody waits for so long that others have to yield: the study has no slices of time. */
  private static final Duration NEVER = Duration.ofDays(100_000);

  private static final SharingTerms WITHOUT_SLICES =
      new SharingTerms(NEVER, NEVER, Duration.ZERO, Duration.ZERO);
  private static final NodeTraits TRAITS = new NodeTraits("linux", 1, 1, 1);
  private static final JobDemand.Needs NEEDS = new JobDemand.Needs(0, Requirement.NONE);

  /** What may happen to a job's number of machines. */
  private enum Width {
    FIXED,
    CHOSEN_ONCE,
    ANY
  }

  private final Width width;
  private final SharingTerms terms;

  private PlannedSharing(Width width, SharingTerms terms) {
    this.width = width;
    this.terms = terms;
  }

  /** A job runs on all its machines, or waits. */
  public static SharingPolicy fixed() {
    return new PlannedSharing(Width.FIXED, WITHOUT_SLICES);
  }

  /** A job runs on as many machines as its share is, from one on. */
  public static SharingPolicy dynamic() {
    return new PlannedSharing(Width.ANY, WITHOUT_SLICES);
  }

  /** The same with the slices of time that live grids have. */
  public static SharingPolicy live() {
    return new PlannedSharing(Width.ANY, SharingTerms.DEFAULT);
  }

  /** A job runs on as many machines as its share is when it begins, or waits. */
  public static SharingPolicy moldable() {
    return new PlannedSharing(Width.CHOSEN_ONCE, SharingTerms.DEFAULT);
  }

  @Override
  public Decision decide(View view) {
    return byNumbers(view).orElseGet(() -> planned(view));
  }

  /**
   * Where there are enough machines for the least of all jobs, what a plan would say follows from
   * their numbers; and only jobs whose number changes are looked at more closely.
   */
  private Optional<Decision> byNumbers(View view) {
    if (width == Width.CHOSEN_ONCE) {
      return Optional.empty();
    }
    final List<EqualShares.Claim> claims = new ArrayList<>();
    int machines = view.free().size();
    for (final JobState state : view.jobs()) {
      final int most = state.job().machines();
      machines += state.kept().size();
      claims.add(
          new EqualShares.Claim(
              state.job().number(),
              state.sinceMillis(),
              width == Width.FIXED ? most : 1,
              most,
              state.kept().size()));
    }
    return EqualShares.of(claims, machines, view.nowMillis(), terms)
        .map(shares -> new Decision(given(view, shares), reviewMillis(view)));
  }

  private static List<List<Integer>> given(View view, EqualShares.Shares shares) {
    final List<List<Integer>> machines = new ArrayList<>();
    final List<Integer> released = new ArrayList<>();
    for (int i = 0; i < shares.counts().size(); i++) {
      final List<Integer> kept = view.jobs().get(i).kept();
      if (shares.counts().get(i) < kept.size()) {
        final Set<Integer> stay =
            Set.copyOf(view.free().longestIdle(kept).subList(0, shares.counts().get(i)));
        machines.add(kept.stream().filter(stay::contains).toList());
        kept.stream().filter(machine -> !stay.contains(machine)).forEach(released::add);
      } else {
        machines.add(kept);
      }
    }
    final List<Integer> lacks = new ArrayList<>();
    for (int i = 0; i < machines.size(); i++) {
      lacks.add(shares.counts().get(i) - machines.get(i).size());
    }
    final List<Integer> better =
        view.free().first(lacks.stream().mapToInt(Integer::intValue).sum(), List.of());
    final Iterator<Integer> machine =
        Stream.concat(better.stream(), view.free().longestIdle(released).stream()).iterator();
    for (final int i : shares.turns()) {
      if (lacks.get(i) > 0) {
        final List<Integer> all = new ArrayList<>(machines.get(i));
        for (int taken = 0; taken < lacks.get(i); taken++) {
          all.add(machine.next());
        }
        machines.set(i, all);
      }
    }
    return machines;
  }

  /** The planner's decision. */
  Decision planned(View view) {
    final Map<String, Integer> byName = new HashMap<>();
    final List<NodeOffer> nodes = new ArrayList<>();
    long wanted = 0;
    for (final JobState state : view.jobs()) {
      state.kept().forEach(machine -> nodes.add(node(view, machine, byName)));
      wanted += state.job().machines() - state.kept().size();
    }
    // Whatever is planned, jobs take no more than they lack, and the best of those that are free.
    final Iterator<Integer> free = view.free().iterator();
    for (long taken = 0; taken < wanted && free.hasNext(); taken++) {
      nodes.add(node(view, free.next(), byName));
    }
    final List<JobDemand> demands = new ArrayList<>();
    for (final JobState state : view.jobs()) {
      demands.add(demand(state));
    }
    final Plan plan =
        SpaceSharing.plan(
            new ClusterSnapshot(1 + view.nowMillis(), nodes, demands, Map.of(), terms));
    final List<List<Integer>> machines = new ArrayList<>();
    for (int i = 0; i < demands.size(); i++) {
      machines.add(
          given(
              view.jobs().get(i).kept(),
              plan.of(demands.get(i).id()).nodes().stream().map(byName::get).toList()));
    }
    return new Decision(machines, reviewMillis(view));
  }

  private static NodeOffer node(View view, int machine, Map<String, Integer> byName) {
    final String name = name("m", machine);
    byName.put(name, machine);
    // Epochs are greater than zero: a time of zero means that it is not known.
    return new NodeOffer(name, true, "", TRAITS, 1 + view.free().idleMillis(machine));
  }

  /** Those that are kept come first, in their order. */
  private static List<Integer> given(List<Integer> kept, List<Integer> planned) {
    final Set<Integer> all = new LinkedHashSet<>(kept);
    if (all.equals(new HashSet<>(planned))) {
      return kept;
    }
    all.retainAll(new HashSet<>(planned));
    all.addAll(planned);
    return List.copyOf(all);
  }

  /** When a slice of time ends, or somebody has waited for long enough. */
  private long reviewMillis(View view) {
    long review = Long.MAX_VALUE;
    for (final JobState state : view.jobs()) {
      for (final Duration time : List.of(terms.slice(), terms.patience())) {
        final long at = state.sinceMillis() + time.toMillis();
        if (at > view.nowMillis()) {
          review = Math.min(review, at);
        }
      }
    }
    return review;
  }

  private JobDemand demand(JobState state) {
    final ParallelJob job = state.job();
    return new JobDemand(
        name("J", job.number()),
        new JobDemand.Turn(0, USER, job.number(), 1 + state.sinceMillis(), 0),
        switch (width) {
          case FIXED -> new JobDemand.Share(job.machines(), job.machines(), 0);
          case CHOSEN_ONCE -> new JobDemand.Share(1, job.machines(), 0, true, state.width());
          case ANY -> new JobDemand.Share(1, job.machines(), 0);
        },
        NEEDS,
        Set.copyOf(state.kept().stream().map(machine -> name("m", machine)).toList()),
        Set.of(),
        List.of());
  }

  /** Names that sort as their numbers do. */
  private static String name(String letter, int number) {
    return String.format(Locale.ROOT, "%s%06d", letter, number);
  }
}
