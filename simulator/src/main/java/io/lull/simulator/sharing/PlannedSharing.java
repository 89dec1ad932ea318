package io.lull.simulator.sharing;

import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.NodeTraits;
import io.lull.scheduling.Plan;
import io.lull.scheduling.Requirement;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.SpaceSharing;
import io.lull.simulator.trace.OfferCalendar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
    final Map<String, Integer> byName = new HashMap<>();
    final List<NodeOffer> nodes = new ArrayList<>();
    for (final OfferCalendar.Offer offer : view.offered()) {
      final String name = name("m", offer.machine());
      byName.put(name, offer.machine());
      // Epochs are greater than zero: a time of zero means that it is not known.
      nodes.add(new NodeOffer(name, true, "", TRAITS, 1 + offer.idleMillis()));
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
      final List<Integer> given = new ArrayList<>(view.jobs().get(i).kept());
      final List<Integer> planned =
          plan.of(demands.get(i).id()).nodes().stream().map(byName::get).toList();
      given.retainAll(planned);
      planned.stream().filter(machine -> !given.contains(machine)).forEach(given::add);
      machines.add(given);
    }
    return new Decision(machines, reviewMillis(view));
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
