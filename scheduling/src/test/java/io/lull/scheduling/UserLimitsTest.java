package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users may have at a time. */
class UserLimitsTest {
  private static final long NOW = Duration.ofDays(1).toMillis();

  private static SharingTerms limiting(String user, int nodes, int jobs) {
    return SharingTerms.DEFAULT.with(
        new UserLimits(UserLimit.NONE, Map.of(user, new UserLimit(nodes, jobs))));
  }

  private static Plan plan(SharingTerms terms, int nodes, JobDemand... jobs) {
    return SpaceSharing.plan(snapshot(terms, nodes, jobs));
  }

  private static ClusterSnapshot snapshot(SharingTerms terms, int nodes, JobDemand... jobs) {
    final List<NodeOffer> offers = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      offers.add(new NodeOffer("n" + i, true, "", new NodeTraits("linux", 4, 8L << 30, 1.0), 0));
    }
    return new ClusterSnapshot(NOW, offers, List.of(jobs), Map.of(), terms);
  }

  private static JobDemand job(
      int number, String user, int least, int greatest, String... present) {
    return since(NOW, number, user, least, greatest, present);
  }

  private static JobDemand since(
      long sinceMillis, int number, String user, int least, int greatest, String... present) {
    return new JobDemand(
        "J" + number,
        new JobDemand.Turn(0, user, number, sinceMillis, sinceMillis),
        new JobDemand.Share(least, greatest, 0),
        new JobDemand.Needs(0, Requirement.NONE),
        Set.of(present),
        Set.of(),
        List.of());
  }

  private static int count(Plan plan, int number) {
    return plan.of("J" + number).nodes().size();
  }

  @Test
  void aUserHasNoMoreNodesThanTheLimitAndOthersHaveTheRest() {
    final Plan plan =
        plan(
            limiting("ann", 3, 0),
            10,
            job(1, "ann", 1, 10),
            job(2, "ann", 1, 10),
            job(3, "bob", 1, 10));
    assertThat(count(plan, 1) + count(plan, 2)).isEqualTo(3);
    assertThat(count(plan, 3)).isEqualTo(7);
    assertThat(plan.of("J1").reason())
        .isEqualTo("2 nodes of up to 10: ann may have at most 3 nodes at a time");
  }

  @Test
  void aJobThatWouldExceedALimitWaitsAndSaysSo() {
    final Plan plan =
        plan(
            limiting("ann", 3, 2),
            10,
            job(1, "ann", 1, 1),
            job(2, "ann", 3, 3),
            job(3, "ann", 1, 1),
            job(4, "ann", 1, 1));
    assertThat(List.of(count(plan, 1), count(plan, 2), count(plan, 3), count(plan, 4)))
        .containsExactly(1, 0, 1, 0);
    assertThat(plan.of("J2").reason())
        .isEqualTo("waits, because ann may have at most 3 nodes at a time");
    assertThat(plan.of("J4").reason())
        .isEqualTo("waits, because ann may have at most 2 running jobs at a time");
  }

  @Test
  void aLimitThatIsLoweredShrinksRunningJobsAndStopsNone() {
    final Plan plan =
        plan(
            limiting("ann", 2, 1),
            6,
            job(1, "ann", 1, 3, "n0", "n1", "n2"),
            job(2, "ann", 1, 3, "n3", "n4", "n5"));
    assertThat(count(plan, 1)).isEqualTo(1);
    assertThat(count(plan, 2)).isEqualTo(1);
  }

  @Test
  void aJobThatCoolsDownKeepsNoMoreThanTheLimit() {
    final SharingTerms terms =
        new SharingTerms(
                Duration.ofMinutes(30),
                Duration.ofMinutes(30),
                Duration.ofMinutes(5),
                Duration.ZERO)
            .with(new UserLimits(new UserLimit(2, 0), Map.of()));
    final Plan plan = plan(terms, 4, job(1, "ann", 1, 4, "n0", "n1", "n2", "n3"));
    assertThat(count(plan, 1)).isEqualTo(2);
  }

  @Test
  void nothingIsReservedForAJobThatALimitKeepsFromBeginning() {
    final long longAgo = NOW - SharingTerms.DEFAULT.patience().multipliedBy(2).toMillis();
    final Plan plan =
        plan(
            limiting("ann", 3, 0),
            4,
            job(1, "ann", 1, 1, "n0"),
            since(longAgo, 2, "ann", 3, 3),
            job(3, "bob", 3, 3));
    assertThat(count(plan, 2)).isZero();
    assertThat(count(plan, 3)).isEqualTo(3);
  }

  @Test
  void anOwnLimitReplacesThatOfEverybody() {
    final SharingTerms terms =
        SharingTerms.DEFAULT.with(
            new UserLimits(new UserLimit(1, 0), Map.of("ann", new UserLimit(3, 0))));
    final Plan plan = plan(terms, 10, job(1, "ann", 1, 10), job(2, "bob", 1, 10));
    assertThat(count(plan, 1)).isEqualTo(3);
    assertThat(count(plan, 2)).isEqualTo(1);
  }

  @Test
  void anExplanationNamesTheLimits() {
    assertThat(Explanation.ofJob(snapshot(limiting("ann", 1, 4), 2, job(1, "ann", 1, 2)), "J1"))
        .contains(
            "ann has had 0.0 node-hours recently, and is entitled to the same share as others, but"
                + " may have at most 1 node and 4 running jobs at a time");
  }

  @Test
  void aLimitBelowZeroIsNone() {
    assertThatThrownBy(() -> new UserLimit(-1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
