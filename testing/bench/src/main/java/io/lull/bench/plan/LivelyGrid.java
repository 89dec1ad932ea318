package io.lull.bench.plan;

import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.JobDemand;
import io.lull.scheduling.NodeOffer;
import io.lull.scheduling.NodeTraits;
import io.lull.scheduling.Plan;
import io.lull.scheduling.Requirement;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.SpaceSharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A grid whose owners come and go, and whose jobs do as planned. */
final class LivelyGrid {
  private static final long SECOND = 1000;
  private static final int USERS = 50;
  private static final double MOSTLY_IDLE = 0.7;
  private static final long LONGEST_IDLE_MILLIS = 100_000 * SECOND;

  /** One job of so many keeps the number with which it began. */
  private static final int MOLDABLE_OF = 10;

  private final RandomGenerator random;
  private final List<NodeOffer> nodes = new ArrayList<>();
  private final Map<String, JobDemand> jobs = new TreeMap<>();
  private final List<JobDemand.Needs> kinds = new ArrayList<>();
  private final Map<String, Double> usage = new TreeMap<>();
  private final int jobCount;
  private long now = 1_000_000 * SECOND;
  private long submitted;

  LivelyGrid(int nodeCount, int jobCount, int kindCount, RandomGenerator random) {
    this.random = random;
    this.jobCount = jobCount;
    for (int n = 0; n < nodeCount; n++) {
      final NodeTraits traits =
          new NodeTraits(
              random.nextInt(3) == 0 ? "windows" : "linux",
              2 << random.nextInt(4),
              (4L << random.nextInt(4)) << 30,
              0.5 + 2 * random.nextDouble());
      nodes.add(
          offer(
              "n" + n,
              random.nextDouble() < MOSTLY_IDLE,
              traits,
              now,
              random.nextLong(LONGEST_IDLE_MILLIS)));
    }
    for (int k = 0; k < kindCount; k++) {
      final String text =
          switch (k % 4) {
            case 0 -> "";
            case 1 -> "os == linux && speed >= " + (0.5 + 1.5 * random.nextDouble());
            case 2 -> "cores >= " + (2 << random.nextInt(4));
            default -> "speed >= " + (0.5 + 1.5 * random.nextDouble());
          };
      kinds.add(new JobDemand.Needs((long) (k % 7 + 1) << 29, Requirement.parse(text)));
    }
    for (int u = 0; u < USERS; u++) {
      usage.put("user" + u, random.nextDouble() * 1e6);
    }
    while (jobs.size() < jobCount) {
      submit();
    }
    follow(SpaceSharing.plan(snapshot()));
  }

  private static NodeOffer offer(
      String name, boolean usable, NodeTraits traits, long since, long likelyIdleMillis) {
    return new NodeOffer(
        name,
        usable,
        usable ? "" : "its owner is present",
        traits,
        since,
        Set.of(),
        likelyIdleMillis);
  }

  private void submit() {
    final long number = ++submitted;
    final int least = 1 << random.nextInt(5);
    final String id = "J" + number;
    jobs.put(
        id,
        new JobDemand(
            id,
            new JobDemand.Turn(
                random.nextInt(10) == 0 ? 1 : 0, "user" + random.nextInt(USERS), number, now, 0),
            new JobDemand.Share(
                least, least + random.nextInt(64), 0, random.nextInt(MOLDABLE_OF) == 0, 0),
            kinds.get(random.nextInt(kinds.size())),
            Set.of(),
            Set.of(),
            List.of()));
  }

  ClusterSnapshot snapshot() {
    return new ClusterSnapshot(now, nodes, List.copyOf(jobs.values()), usage, SharingTerms.DEFAULT);
  }

  void change() {
    now += SECOND;
    if (random.nextInt(4) == 0) {
      final List<String> ids = List.copyOf(jobs.keySet());
      jobs.remove(ids.get(random.nextInt(ids.size())));
      while (jobs.size() < jobCount) {
        submit();
      }
      return;
    }
    final int n = random.nextInt(nodes.size());
    final NodeOffer node = nodes.get(n);
    nodes.set(n, offer(node.name(), !node.usable(), node.traits(), now, node.likelyIdleMillis()));
  }

  void follow(Plan plan) {
    jobs.replaceAll((id, job) -> followed(job, plan.of(id).nodes()));
  }

  private JobDemand followed(JobDemand job, SortedSet<String> given) {
    final boolean same = job.present().equals(given);
    if (same) {
      return job;
    }
    final JobDemand.Turn turn = job.turn();
    final boolean turned = job.present().isEmpty() != given.isEmpty();
    return new JobDemand(
        job.id(),
        new JobDemand.Turn(
            turn.priority(), turn.user(), turn.number(), turned ? now : turn.sinceMillis(), now),
        job.share().settlingOn(given.size()),
        job.needs(),
        given,
        job.avoided(),
        job.moves());
  }
}
