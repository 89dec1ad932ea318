package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceSharingPropertiesTest {
  private static final long NOW = 1_000_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void keepsItsPromisesOnAnyGrid(long seed) {
    final RandomGenerator random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      final ClusterSnapshot snapshot = anySnapshot(random);
      final String what = "seed " + seed + ", round " + round + ": " + snapshot;
      final Plan plan = SpaceSharing.plan(snapshot);
      final Map<String, NodeOffer> offers = new HashMap<>();
      snapshot.nodes().forEach(node -> offers.put(node.name(), node));
      final Set<String> taken = new HashSet<>();
      for (final JobDemand job : snapshot.jobs()) {
        final SortedSet<String> nodes = plan.of(job.id()).nodes();
        assertThat(nodes.size()).as("%s: %s", job.id(), what).isIn(acceptable(job));
        for (final String name : nodes) {
          final NodeOffer node = Objects.requireNonNull(offers.get(name), what);
          assertThat(taken.add(name)).as("%s twice; %s", name, what).isTrue();
          assertThat(node.usable()).as(what).isTrue();
          assertThat(job.avoided()).as(what).doesNotContain(name);
          assertThat(node.welcomes(job.turn().user())).as(what).isTrue();
          assertThat(
                  job.present().contains(name)
                      || job.needs().requirement().admits(name, node.traits()))
              .as(what)
              .isTrue();
        }
        assertThat(plan.of(job.id()).reason()).as(what).isNotBlank();
      }
      assertLimitsHold(snapshot, plan, what);
      assertThat(SpaceSharing.plan(shuffled(snapshot, seed))).as(what).isEqualTo(plan);
      if (snapshot.jobs().stream().anyMatch(job -> !job.moves().isEmpty())) {
        continue; // once it has happened, a move forbids nothing any more
      }
      assertSettles(snapshot, plan, what);
    }
  }

  /** What is found out without sharing out is what sharing out would have found. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void contentJobsKeepWhatTheyHave(long seed) {
    final RandomGenerator random = new Random(seed);
    int content = 0;
    for (int round = 0; round < 400; round++) {
      ClusterSnapshot snapshot = anySnapshot(random);
      for (int step = 0; step < 3; step++) {
        final Optional<Plan> found = ContentJobs.plan(snapshot);
        final Plan planned = SpaceSharing.sharedOut(snapshot);
        if (found.isPresent()) {
          content++;
          assertThat(found.get())
              .as("seed %s, round %s, step %s: %s", seed, round, step, snapshot)
              .isEqualTo(planned);
        }
        snapshot = disturbed(settled(snapshot, planned), random);
      }
    }
    assertThat(content).as("rounds in which all jobs were content").isGreaterThan(100);
  }

  /** One of the nodes is taken away or offered. */
  private static ClusterSnapshot disturbed(ClusterSnapshot snapshot, RandomGenerator random) {
    final List<NodeOffer> nodes = new ArrayList<>(snapshot.nodes());
    if (!nodes.isEmpty() && random.nextInt(3) == 0) {
      final int at = random.nextInt(nodes.size());
      final NodeOffer node = nodes.get(at);
      nodes.set(at, node.usable() ? Offers.unusable(node.name()) : anyOffer(node.name(), random));
    }
    return with(snapshot, nodes, snapshot.jobs());
  }

  /** Each moldable job that stops is shared out anew once; then nothing changes any more. */
  private static void assertSettles(ClusterSnapshot snapshot, Plan plan, String what) {
    ClusterSnapshot now = snapshot;
    Plan followed = plan;
    for (int stops = 0; anyStops(now, followed); stops++) {
      assertThat(stops).as(what).isLessThan(snapshot.jobs().size());
      now = settled(now, followed);
      followed = SpaceSharing.plan(now);
    }
    assertThat(nodesByJob(SpaceSharing.plan(settled(now, followed))))
        .as("nothing changed, so nothing is to change; " + what)
        .isEqualTo(nodesByJob(followed));
  }

  private static boolean anyStops(ClusterSnapshot snapshot, Plan plan) {
    return snapshot.jobs().stream().anyMatch(job -> stops(job, plan));
  }

  /** It cannot go on with the number with which it began, and chooses another next. */
  private static boolean stops(JobDemand job, Plan plan) {
    return job.share().settled() > 0 && plan.of(job.id()).nodes().isEmpty();
  }

  /** But for jobs that run already, which are not stopped. */
  private static void assertLimitsHold(ClusterSnapshot snapshot, Plan plan, String what) {
    for (final String user : List.of("ann", "bob")) {
      final UserLimit limit = snapshot.terms().limits().of(user);
      int nodes = 0;
      int jobs = 0;
      int unavoidable = 0;
      boolean begins = false;
      for (final JobDemand job : snapshot.jobs()) {
        final int given = plan.of(job.id()).nodes().size();
        if (job.turn().user().equals(user) && given > 0) {
          nodes += given;
          jobs++;
          unavoidable += job.running() ? job.share().fewest() : 0;
          begins |= !job.running();
        }
      }
      if (limit.nodes() > 0) {
        assertThat(nodes)
            .as(user + "; " + what)
            .isLessThanOrEqualTo(Math.max(limit.nodes(), unavoidable));
      }
      if (limit.jobs() > 0 && begins) {
        assertThat(jobs).as(user + "; " + what).isLessThanOrEqualTo(limit.jobs());
      }
    }
  }

  private static JobDemand.Turn anyTurn(RandomGenerator random, long number) {
    return new JobDemand.Turn(
        random.nextInt(2),
        random.nextBoolean() ? "ann" : "bob",
        number,
        NOW - random.nextLong(2 * SharingTerms.DEFAULT.patience().toMillis()),
        0);
  }

  private static ClusterSnapshot with(
      ClusterSnapshot snapshot, List<NodeOffer> nodes, List<JobDemand> jobs) {
    return new ClusterSnapshot(
        snapshot.nowMillis(), nodes, jobs, snapshot.usageNodeSeconds(), snapshot.terms());
  }

  private static List<Integer> acceptable(JobDemand job) {
    final List<Integer> sizes = new ArrayList<>(List.of(0));
    if (job.share().settled() > 0) {
      return List.of(0, job.share().settled());
    }
    for (int size = job.share().least(); size <= job.share().most(); size++) {
      sizes.add(size);
    }
    return sizes;
  }

  private static Map<String, SortedSet<String>> nodesByJob(Plan plan) {
    final Map<String, SortedSet<String>> nodes = new HashMap<>();
    plan.assignments().forEach((job, assignment) -> nodes.put(job, assignment.nodes()));
    return nodes;
  }

  private static ClusterSnapshot shuffled(ClusterSnapshot snapshot, long seed) {
    final List<NodeOffer> nodes = new ArrayList<>(snapshot.nodes());
    final List<JobDemand> jobs = new ArrayList<>(snapshot.jobs());
    Collections.shuffle(nodes, new Random(seed));
    Collections.shuffle(jobs, new Random(seed + 1));
    return with(snapshot, nodes, jobs);
  }

  private static ClusterSnapshot settled(ClusterSnapshot snapshot, Plan plan) {
    return with(
        snapshot,
        snapshot.nodes(),
        snapshot.jobs().stream()
            .map(job -> Followed.by(job, plan.of(job.id()).nodes(), snapshot.nowMillis()))
            .toList());
  }

  private static ClusterSnapshot anySnapshot(RandomGenerator random) {
    final List<NodeOffer> nodes = new ArrayList<>();
    final int count = random.nextInt(9);
    final boolean moves = random.nextBoolean();
    for (int n = 0; n < count; n++) {
      nodes.add(random.nextInt(4) == 0 ? Offers.unusable("n" + n) : anyOffer("n" + n, random));
    }
    final List<JobDemand> jobs = new ArrayList<>();
    final List<String> unclaimed = new ArrayList<>(nodes.stream().map(NodeOffer::name).toList());
    for (int j = 1; j <= random.nextInt(5); j++) {
      final int least = 1 + random.nextInt(3);
      final int greatest = least + random.nextInt(5);
      final Set<String> present = new TreeSet<>();
      for (int p = random.nextInt(3); p > 0 && !unclaimed.isEmpty(); p--) {
        present.add(unclaimed.remove(random.nextInt(unclaimed.size())));
      }
      final Requirement requirement =
          switch (random.nextInt(4)) {
            case 0 -> Requirement.parse("name != n" + random.nextInt(9));
            case 1 -> Requirement.parse("speed >= 2");
            default -> Requirement.NONE;
          };
      jobs.add(
          new JobDemand(
              "J" + j,
              anyTurn(random, j),
              anyShare(least, greatest, random),
              new JobDemand.Needs(0, requirement),
              present,
              random.nextInt(3) == 0 ? Set.of("n" + random.nextInt(9)) : Set.of(),
              moves && random.nextInt(3) == 0
                  ? List.of(new JobDemand.Move("n" + random.nextInt(9), "n" + random.nextInt(9)))
                  : List.of()));
    }
    return new ClusterSnapshot(
        NOW,
        nodes,
        jobs,
        Map.of("ann", random.nextDouble() * 50_000, "bob", random.nextDouble() * 50_000),
        random.nextBoolean()
            ? SharingTerms.DEFAULT
            : SharingTerms.DEFAULT.with(
                new UserLimits(anyLimit(random), Map.of("bob", anyLimit(random)))));
  }

  private static UserLimit anyLimit(RandomGenerator random) {
    return new UserLimit(random.nextInt(6), random.nextInt(4));
  }

  private static NodeOffer anyOffer(String name, RandomGenerator random) {
    final NodeOffer offer = Offers.offer(name, 1 + random.nextInt(3), random.nextInt(5));
    return new NodeOffer(
        name,
        true,
        "",
        offer.traits(),
        offer.sinceMillis(),
        switch (random.nextInt(6)) {
          case 0 -> Set.of("ann");
          case 1 -> Set.of("bob", "eve");
          default -> Set.of();
        },
        random.nextInt(3) * 3_600_000L);
  }

  private static JobDemand.Share anyShare(int least, int greatest, RandomGenerator random) {
    final int wanted = random.nextInt(3) == 0 ? random.nextInt(greatest + 2) : 0;
    return switch (random.nextInt(4)) {
      case 0 -> new JobDemand.Share(least, greatest, wanted, true, 0);
      case 1 ->
          new JobDemand.Share(
              least, greatest, wanted, true, least + random.nextInt(greatest - least + 1));
      default -> new JobDemand.Share(least, greatest, wanted);
    };
  }
}
