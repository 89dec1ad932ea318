package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the policy promises from plan to plan, on a clock of the test's. */
class SharingOverTimeTest {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final SharingTerms TERMS =
      new SharingTerms(
          Duration.ofMinutes(10), Duration.ofMinutes(15), Duration.ofMinutes(2), Duration.ZERO);

  /** A grid whose jobs have what the last plan gave them. */
  private static final class Grid {
    private final SharingTerms terms;
    private final Map<String, NodeOffer> nodes = new TreeMap<>();
    private final Map<String, JobDemand> jobs = new TreeMap<>();
    private final Map<String, Double> usage = new TreeMap<>();
    private long now = 1_000 * MINUTE;

    Grid(SharingTerms terms, int nodes) {
      this.terms = terms;
      for (int n = 0; n < nodes; n++) {
        join("n" + n, 0);
      }
    }

    void join(String name, long sinceMillis) {
      nodes.put(
          name,
          new NodeOffer(name, true, "", new NodeTraits("linux", 4, 8L << 30, 1.0), sinceMillis));
    }

    void submit(String user, int number, int least, int greatest) {
      submit(user, number, new JobDemand.Share(least, greatest, 0));
    }

    void submitMoldable(String user, int number, int least, int greatest) {
      submit(user, number, new JobDemand.Share(least, greatest, 0, true, 0));
    }

    private void submit(String user, int number, JobDemand.Share share) {
      jobs.put(
          "J" + number,
          new JobDemand(
              "J" + number,
              new JobDemand.Turn(0, user, number, now, 0),
              share,
              new JobDemand.Needs(0, Requirement.NONE),
              Set.of(),
              Set.of(),
              List.of()));
    }

    Plan plan() {
      final Plan plan =
          SpaceSharing.plan(
              new ClusterSnapshot(
                  now, List.copyOf(nodes.values()), List.copyOf(jobs.values()), usage, terms));
      jobs.replaceAll((id, job) -> Followed.by(job, plan.of(id).nodes(), now));
      return plan;
    }

    Set<String> nodesOf(int number) {
      final JobDemand job = jobs.get("J" + number);
      return job == null ? Set.of() : job.present();
    }

    int count(int number) {
      return nodesOf(number).size();
    }

    void passMinutes(int minutes) {
      now += minutes * MINUTE;
    }
  }

  @Test
  void whoHasHadLessLatelyGetsMore() {
    final Grid grid = new Grid(SharingTerms.DEFAULT, 10);
    grid.usage.put("ann", 900_000.0);
    grid.submit("ann", 1, 1, 10);
    grid.submit("bob", 2, 1, 10);
    grid.plan();
    assertThat(grid.count(2)).isGreaterThan(2 * grid.count(1));
    assertThat(grid.count(1) + grid.count(2)).isEqualTo(10);
  }

  @Test
  void manyJobsOfAUserGetNoMoreThanOneOfAnother() {
    final Grid grid = new Grid(SharingTerms.DEFAULT, 12);
    grid.submit("ann", 1, 1, 12);
    grid.submit("ann", 2, 1, 12);
    grid.submit("ann", 3, 1, 12);
    grid.submit("bob", 4, 1, 12);
    grid.plan();
    assertThat(grid.count(4)).isEqualTo(6);
    assertThat(List.of(grid.count(1), grid.count(2), grid.count(3))).containsOnly(2);
  }

  @Test
  void aJobThatHasJustBegunKeepsItsLeastWhoeverWaits() {
    final Grid grid = new Grid(TERMS, 4);
    grid.submit("ann", 1, 4, 4);
    grid.plan();
    grid.submit("bob", 2, 4, 4);
    grid.passMinutes(9);
    grid.plan();
    assertThat(grid.count(1)).isEqualTo(4);
    assertThat(grid.count(2)).isZero();
  }

  @Test
  void whoHasWaitedTooLongTakesHisTurnWithOneWhoHasHadHis() {
    final Grid grid = new Grid(TERMS, 4);
    grid.submit("ann", 1, 4, 4);
    grid.plan();
    grid.submit("bob", 2, 4, 4);
    grid.passMinutes(16);
    grid.plan();
    assertThat(grid.count(1)).isZero();
    assertThat(grid.count(2)).isEqualTo(4);
  }

  @Test
  void nodesAreKeptForAWideJobThatHasWaitedTooLong() {
    final Grid grid = new Grid(TERMS, 8);
    for (int j = 1; j <= 4; j++) {
      grid.submit("ann", j, 2, 2);
      grid.plan();
      grid.passMinutes(4);
    }
    grid.submit("bob", 9, 8, 8);
    grid.passMinutes(11);
    grid.jobs.remove("J1");
    grid.submit("ann", 5, 2, 2);
    grid.plan();
    assertThat(grid.count(5)).as("while the wide one may wait, others overtake it").isEqualTo(2);
    grid.passMinutes(5);
    grid.jobs.remove("J2");
    grid.submit("ann", 6, 2, 2);
    final Plan plan = grid.plan();
    assertThat(grid.count(6)).as("now not any more").isZero();
    assertThat(plan.of("J6").reason()).contains("reserved for a job that has waited long");
    assertThat(plan.of("J9").reason()).as("they are kept for it").doesNotContain("reserved for");
    grid.passMinutes(6);
    grid.plan();
    assertThat(grid.count(9)).isEqualTo(8);
  }

  @Test
  void keptNodesServeJobsThatRunUntilTheyAreNeeded() {
    final Grid grid = new Grid(TERMS, 6);
    grid.submit("ann", 1, 4, 6);
    grid.plan();
    assertThat(grid.count(1)).isEqualTo(6);
    grid.submit("bob", 2, 3, 3);
    grid.passMinutes(20);
    grid.jobs.remove("J1");
    grid.submit("ann", 3, 4, 6);
    grid.plan();
    assertThat(grid.count(2)).isEqualTo(3);
  }

  @Test
  void aJobThatWasJustChangedIsLeftAsItIs() {
    final Grid grid = new Grid(TERMS, 4);
    grid.submit("ann", 1, 1, 8);
    grid.plan();
    grid.passMinutes(1);
    grid.join("n8", grid.now);
    assertThat(grid.plan().of("J1").reason()).contains("has just been changed");
    assertThat(grid.count(1)).isEqualTo(4);
    grid.join("n9", grid.now);
    grid.passMinutes(2);
    grid.plan();
    assertThat(grid.count(1)).as("both that came, at once").isEqualTo(6);
  }

  @Test
  void aNodeThatALeavingOneLeavesBehindIsMadeGoodAlsoWhileAJobCoolsDown() {
    final Grid grid = new Grid(TERMS, 4);
    grid.submit("ann", 1, 1, 4);
    grid.plan();
    grid.join("n8", 0);
    grid.nodes.remove("n0");
    grid.plan();
    assertThat(grid.nodesOf(1)).contains("n8").hasSize(4);
  }

  @Test
  void aNodeIsGivenOnlyWhenItHasSettled() {
    final SharingTerms settling =
        new SharingTerms(TERMS.slice(), TERMS.patience(), Duration.ZERO, Duration.ofMinutes(3));
    final Grid grid = new Grid(settling, 2);
    grid.submit("ann", 1, 1, 8);
    grid.join("n8", grid.now);
    grid.plan();
    assertThat(grid.count(1)).isEqualTo(2);
    grid.passMinutes(3);
    grid.plan();
    assertThat(grid.count(1)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyJobThatFitsTheGridHasItsTurn(long seed) {
    final RandomGenerator random = new Random(seed);
    final int nodes = 2 + random.nextInt(10);
    final int count = 2 + random.nextInt(8);
    final Grid grid = new Grid(TERMS, nodes);
    for (int j = 1; j <= count; j++) {
      final int least = 1 + random.nextInt(nodes);
      final String user = random.nextBoolean() ? "ann" : "bob";
      if (random.nextInt(3) == 0) {
        grid.submitMoldable(user, j, least, least + random.nextInt(4));
      } else {
        grid.submit(user, j, least, least + random.nextInt(4));
      }
    }
    final Set<String> served = new HashSet<>();
    final List<String> story = new ArrayList<>();
    final long rounds = (TERMS.patience().toMinutes() + TERMS.slice().toMinutes()) * (count + 1);
    for (int minute = 0; minute < rounds; minute++) {
      final Map<String, JobDemand> before = new TreeMap<>(grid.jobs);
      final Plan plan = grid.plan();
      plan.assignments()
          .forEach((job, assignment) -> {
            if (!assignment.nodes().isEmpty()) {
              served.add(job);
            }
          });
      for (final JobDemand job : before.values()) {
        if (job.running() && plan.of(job.id()).nodes().isEmpty()) {
          story.add(minute + ": " + job.id() + " is suspended");
          assertThat(grid.now - job.turn().sinceMillis())
              .as("seed %d: %s", seed, story)
              .isGreaterThanOrEqualTo(TERMS.slice().toMillis());
        }
      }
      grid.passMinutes(1);
    }
    assertThat(served).as("seed %d: %s", seed, story).isEqualTo(grid.jobs.keySet());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aNodeThatComesOrGoesChangesLittle(long seed) {
    final RandomGenerator random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      final Grid grid = new Grid(SharingTerms.DEFAULT, 1 + random.nextInt(30));
      for (int j = 1 + random.nextInt(6); j > 0; j--) {
        final int least = 1 + random.nextInt(3);
        final String user = random.nextBoolean() ? "ann" : "bob";
        if (random.nextInt(3) == 0) {
          grid.submitMoldable(user, j, least, least + random.nextInt(20));
        } else {
          grid.submit(user, j, least, least + random.nextInt(20));
        }
      }
      grid.plan();
      final Map<String, JobDemand> before = new TreeMap<>(grid.jobs);
      if (random.nextBoolean()) {
        grid.join("new", 0);
      } else {
        grid.nodes.remove("n" + random.nextInt(grid.nodes.size()));
      }
      final Plan plan = grid.plan();
      if (before.values().stream()
          .anyMatch(job -> job.running() == plan.of(job.id()).nodes().isEmpty())) {
        continue; // a job began or had to stop, which moves all of its nodes
      }
      int hands = 0;
      for (final JobDemand job : before.values()) {
        final Set<String> difference = new HashSet<>(job.present());
        difference.addAll(plan.of(job.id()).nodes());
        difference.removeIf(
            node -> job.present().contains(node) && plan.of(job.id()).nodes().contains(node));
        hands += difference.size();
      }
      assertThat(hands)
          .as("seed %d, round %d: left, taken over and given up", seed, round)
          .isLessThanOrEqualTo(3);
    }
  }
}
