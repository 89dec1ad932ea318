package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.scheduling.EqualShares.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EqualSharesTest {
  private static final long NOW = 10_000_000;

  private static EqualShares.Shares shares(int nodes, Claim... claims) {
    return EqualShares.of(List.of(claims), nodes, NOW, SharingTerms.DEFAULT).orElseThrow();
  }

  private static Claim claim(long number, int least, int most, int kept) {
    return new Claim(number, NOW, least, most, kept);
  }

  @Test
  void whatIsLeftGoesToThoseThatHaveIt() {
    assertThat(shares(5, claim(1, 1, 9, 0), claim(2, 1, 9, 5)).counts()).containsExactly(2, 3);
    assertThat(shares(5, claim(1, 1, 9, 2), claim(2, 1, 9, 3)).counts()).containsExactly(2, 3);
    assertThat(shares(5, claim(1, 1, 9, 3), claim(2, 1, 9, 3)).counts()).containsExactly(3, 2);
  }

  @Test
  void leastsAndMostsHold() {
    assertThat(shares(12, claim(1, 1, 2, 0), claim(2, 6, 9, 0), claim(3, 1, 9, 0)).counts())
        .containsExactly(2, 6, 4);
    assertThat(shares(100, claim(1, 1, 2, 0), claim(2, 6, 9, 0)).counts()).containsExactly(2, 9);
  }

  @Test
  void whoWaitsForTooFewIsNotDecidedHere() {
    assertThat(
            EqualShares.of(
                List.of(claim(1, 3, 3, 0), claim(2, 3, 3, 0)), 5, NOW, SharingTerms.DEFAULT))
        .isEmpty();
  }

  /** Whatever jobs have and want, the planner gives them as many. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void areWhatThePlannerDecides(long seed) {
    final RandomGenerator random = new Random(seed);
    int decided = 0;
    for (int round = 0; round < 500; round++) {
      final int nodes = 1 + random.nextInt(24);
      final List<NodeOffer> offers = new ArrayList<>();
      final List<String> free = new ArrayList<>();
      for (int n = 0; n < nodes; n++) {
        offers.add(Offers.offer("n" + n, 1, random.nextInt(5)));
        free.add("n" + n);
      }
      final List<JobDemand> jobs = new ArrayList<>();
      final List<Claim> claims = new ArrayList<>();
      for (int number = 1 + random.nextInt(6); number > 0; number--) {
        final int least = 1 + random.nextInt(3);
        final int most = least + random.nextInt(8);
        final List<String> present =
            List.copyOf(free.subList(0, Math.min(free.size(), random.nextInt(most + 2))));
        free.removeAll(present);
        final long since = NOW - random.nextLong(2 * SharingTerms.DEFAULT.patience().toMillis());
        jobs.add(
            new JobDemand(
                "J" + number,
                new JobDemand.Turn(0, "ann", number, since, 0),
                new JobDemand.Share(least, most, 0),
                new JobDemand.Needs(0, Requirement.NONE),
                Set.copyOf(present),
                Set.of(),
                List.of()));
        claims.add(new Claim(number, since, least, most, present.size()));
      }
      final Optional<EqualShares.Shares> found =
          EqualShares.of(claims, nodes, NOW, SharingTerms.DEFAULT);
      final Plan plan =
          SpaceSharing.sharedOut(
              new ClusterSnapshot(NOW, offers, jobs, Map.of(), SharingTerms.DEFAULT));
      if (found.isPresent()) {
        decided++;
        assertThat(found.get().counts())
            .as("seed %s, round %s: %s", seed, round, claims)
            .isEqualTo(jobs.stream().map(job -> plan.of(job.id()).nodes().size()).toList());
      }
    }
    assertThat(decided).isGreaterThan(100);
  }
}
