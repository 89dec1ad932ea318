package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Jobs whose number is chosen when they begin, beside others. */
class MoldableTest {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final SharingTerms TERMS = SharingTerms.DEFAULT;

  private final List<NodeOffer> nodes = new ArrayList<>();
  private final Map<String, JobDemand> jobs = new TreeMap<>();
  private long now = 1_000 * MINUTE;

  @Test
  void beginsWithItsShareBesideAJobThatCanYield() {
    idle(8);
    submit(1, malleable(1, 8));
    plan();
    submit(2, moldable(1, 8));
    final Plan plan = plan();
    assertThat(count(1)).isEqualTo(4);
    assertThat(count(2)).isEqualTo(4);
    assertThat(plan.of("J2").reason())
        .isEqualTo(
            "4 nodes of up to 8: its share of the idle nodes, which stays fixed because it is"
                + " moldable");
  }

  @Test
  void keepsItsNumberWhateverBecomesIdle() {
    idle(4);
    submit(1, moldable(1, 8));
    plan();
    idle(4);
    final Plan plan = plan();
    assertThat(count(1)).isEqualTo(4);
    assertThat(plan.of("J1").reason())
        .isEqualTo("4 nodes, the number it started with, which stays fixed because it is moldable");
  }

  @Test
  void isNotShrunkForOneThatComesLater() {
    idle(8);
    submit(1, moldable(1, 6));
    plan();
    submit(2, malleable(1, 8));
    plan();
    assertThat(count(1)).isEqualTo(6);
    assertThat(count(2)).isEqualTo(2);
  }

  @Test
  void isGivenAnotherNodeForOneThatIsReclaimed() {
    idle(4);
    submit(1, moldable(2, 3));
    plan();
    reclaim(job(1).present().iterator().next());
    plan();
    assertThat(count(1)).isEqualTo(3);
  }

  @Test
  void takesANodeFromAJobThatCanYieldForOneThatIsReclaimed() {
    idle(8);
    submit(1, malleable(1, 8));
    submit(2, moldable(1, 4));
    plan();
    reclaim(new TreeSet<>(job(2).present()).first());
    plan();
    assertThat(count(2)).isEqualTo(4);
    assertThat(count(1)).isEqualTo(3);
  }

  @Test
  void stopsAndBeginsAgainWithAnotherNumberWhenNoNodeIsLeft() {
    idle(4);
    submit(1, moldable(1, 8));
    plan();
    reclaim("n0");
    final Plan stopped = plan();
    assertThat(count(1)).isZero();
    assertThat(stopped.of("J1").reason()).isEqualTo("waits for 1 more idle node: 3 of 4 available");
    plan();
    assertThat(count(1)).isEqualTo(3);
    idle(4);
    plan();
    assertThat(count(1)).isEqualTo(3);
  }

  @Test
  void takesNothingThatIsKeptForAJobThatHasWaitedTooLong() {
    idle(4);
    final Requirement fast = Requirement.parse("speed >= 2");
    for (int f = 0; f < 4; f++) {
      nodes.add(new NodeOffer("f" + f, true, "", new NodeTraits("linux", 4, 8L << 30, 2.0), 0));
    }
    submit(2, malleable(4, 4), 0, fast);
    now += TERMS.patience().toMillis();
    submit(1, malleable(1, 1), 1, fast);
    submit(3, moldable(1, 8));
    plan();
    assertThat(count(2)).as("one is missing").isZero();
    assertThat(count(3)).as("it would not give more back").isEqualTo(4);
    jobs.remove("J1");
    plan();
    assertThat(count(2)).isEqualTo(4);
    assertThat(job(3).present()).containsExactlyInAnyOrder("n0", "n1", "n2", "n3");
  }

  @Test
  void leavesWhatIsKeptToJobsThatGiveItBack() {
    idle(4);
    submit(2, malleable(5, 5));
    now += TERMS.patience().toMillis();
    submit(3, moldable(1, 8));
    submit(4, malleable(1, 8));
    plan();
    assertThat(count(3) + count(4)).as("the grid is too small for the other").isEqualTo(4);
  }

  @Test
  void sharesWithAJobOfAGreaterPriorityOnlyWhatThatLeaves() {
    idle(8);
    submit(1, malleable(1, 6), 5, Requirement.NONE);
    submit(2, moldable(1, 8));
    plan();
    assertThat(count(1)).isEqualTo(6);
    assertThat(count(2)).isEqualTo(2);
  }

  private static JobDemand.Share malleable(int least, int greatest) {
    return new JobDemand.Share(least, greatest, 0);
  }

  private static JobDemand.Share moldable(int least, int greatest) {
    return new JobDemand.Share(least, greatest, 0, true, 0);
  }

  private void idle(int count) {
    for (int n = 0; n < count; n++) {
      nodes.add(
          new NodeOffer(
              "n" + nodes.size(), true, "", new NodeTraits("linux", 4, 8L << 30, 1.0), 0));
    }
  }

  private void reclaim(String name) {
    nodes.replaceAll(node ->
        node.name().equals(name)
            ? new NodeOffer(name, false, "its owner is present", node.traits(), 0)
            : node);
  }

  private void submit(int number, JobDemand.Share share) {
    submit(number, share, 0, Requirement.NONE);
  }

  private void submit(int number, JobDemand.Share share, int priority, Requirement requirement) {
    jobs.put(
        "J" + number,
        new JobDemand(
            "J" + number,
            new JobDemand.Turn(priority, "ann", number, now, 0),
            share,
            new JobDemand.Needs(0, requirement),
            Set.of(),
            Set.of(),
            List.of()));
  }

  private Plan plan() {
    final Plan plan =
        SpaceSharing.plan(
            new ClusterSnapshot(now, nodes, List.copyOf(jobs.values()), Map.of(), TERMS));
    jobs.replaceAll((id, job) -> Followed.by(job, plan.of(id).nodes(), now));
    return plan;
  }

  private JobDemand job(int number) {
    return Objects.requireNonNull(jobs.get("J" + number));
  }

  private int count(int number) {
    return job(number).present().size();
  }
}
