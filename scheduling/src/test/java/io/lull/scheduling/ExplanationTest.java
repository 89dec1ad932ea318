package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static final long NOW = Duration.ofHours(10).toMillis();

  private static NodeOffer node(String name, String whyNot, long memoryBytes) {
    return new NodeOffer(
        name, whyNot.isEmpty(), whyNot, new NodeTraits("linux", 4, memoryBytes, 1.0), 0);
  }

  private static JobDemand job(
      int number, String user, int priority, long sinceMinutes, int least, String... present) {
    return new JobDemand(
        "J" + number,
        new JobDemand.Turn(
            priority, user, number, NOW - Duration.ofMinutes(sinceMinutes).toMillis(), 0),
        new JobDemand.Share(least, least, 0),
        new JobDemand.Needs(2L << 30, Requirement.NONE),
        Set.of(present),
        Set.of(),
        List.of());
  }

  private static ClusterSnapshot snapshot(List<NodeOffer> nodes, JobDemand... jobs) {
    return new ClusterSnapshot(
        NOW, nodes, List.of(jobs), Map.of("ann", 36_000.0), SharingTerms.DEFAULT);
  }

  @Test
  void tellsAWaitingJobWhatItWaitsForAndWhoIsAhead() {
    final ClusterSnapshot snapshot =
        snapshot(
            List.of(
                node("a", "", 8L << 30),
                node("b", "", 8L << 30),
                node("c", "its owner is present", 8L << 30),
                node("d", "", 1L << 30)),
            job(1, "bob", 0, 10, 2, "a", "b"),
            job(2, "bob", 5, 1, 9),
            job(3, "ann", 0, 5, 2));
    assertThat(Explanation.ofJob(snapshot, "J3"))
        .containsExactly(
            "J3 waits for 2 idle nodes: 0 of 2 available",
            "it has waited for 5m: after 30m it comes before jobs that have had nodes for 30m",
            "its place in the queue is 3 of 3, after J2 (priority 5), J1 (it has just received"
                + " nodes)",
            "ann has had 10.0 node-hours recently, and is entitled to 1/2 the share of others",
            "of the grid's 4 nodes: 2 assigned to other jobs; 1 cannot be used (its owner is"
                + " present); 1 unfit (too little memory)");
  }

  @Test
  void tellsARunningJobWhyItHasWhatItHas() {
    final List<String> lines =
        Explanation.ofJob(
            snapshot(
                List.of(node("a", "", 8L << 30), node("b", "", 8L << 30)),
                job(1, "bob", 0, 10, 1, "a")),
            "J1");
    assertThat(lines)
        .startsWith("J1: 1 node, as many as it can use", "it receives a")
        .contains("it has had nodes for 10m and keeps its minimum for another 20m, whoever waits")
        .contains("of the grid's 2 nodes: 1 assigned to it; 1 free");
  }

  @Test
  void tellsOfANodeWhatItDoes() {
    final ClusterSnapshot snapshot =
        snapshot(
            List.of(
                node("a", "", 8L << 30),
                node("b", "", 1L << 30),
                node("c", "its owner is present", 8L << 30)),
            job(1, "bob", 0, 10, 1, "a"),
            job(2, "bob", 0, 10, 3));
    assertThat(Explanation.ofNode(snapshot, "a"))
        .containsExactly("a stays with J1, which has 1 node, as many as it can use");
    assertThat(Explanation.ofNode(snapshot, "b"))
        .containsExactly(
            "b is free",
            "J1 cannot use it: too little memory",
            "J2 cannot use it: too little memory");
    assertThat(Explanation.ofNode(snapshot, "c"))
        .containsExactly("c is not used: its owner is present");
    assertThat(Explanation.ofNode(snapshot(List.of(node("a", "", 1))), "a"))
        .containsExactly("a is free", "no job needs nodes");
  }

  @Test
  void tellsOfOwnersWhoGiveNoNetworkToAJobThatAsksForIt() {
    final JobDemand plain = job(1, "bob", 0, 10, 2);
    final JobDemand asking =
        new JobDemand(
            plain.id(),
            plain.turn(),
            plain.share(),
            new JobDemand.Needs(2L << 30, Requirement.NONE, Set.of(GuestFeature.NETWORK)),
            Set.of(),
            Set.of(),
            List.of());
    final NodeOffer open =
        new NodeOffer(
            "b",
            true,
            "",
            new NodeTraits("linux", 4, 8L << 30, 1.0, Set.of(), Set.of(GuestFeature.NETWORK)),
            0);
    final ClusterSnapshot snapshot = snapshot(List.of(node("a", "", 8L << 30), open), asking);
    assertThat(Explanation.ofJob(snapshot, "J1"))
        .contains("of the grid's 2 nodes: 1 free; 1 unfit (its owner gives guests no network)");
    assertThat(Explanation.ofNode(snapshot, "a"))
        .contains("J1 cannot use it: its owner gives guests no network");
  }

  @Test
  void tellsOfNodesThatCannotRunTheImageOfAJob() {
    final JobDemand plain = job(1, "bob", 0, 10, 2);
    final JobDemand asking =
        new JobDemand(
            plain.id(),
            plain.turn(),
            plain.share(),
            new JobDemand.Needs(0, Requirement.NONE, Set.of(GuestFeature.IMAGES)),
            Set.of(),
            Set.of(),
            List.of());
    final ClusterSnapshot snapshot = snapshot(List.of(node("a", "", 8L << 30)), asking);
    assertThat(Explanation.ofNode(snapshot, "a"))
        .contains("J1 cannot use it: it cannot run container images");
  }

  @Test
  void knowsOnlyWhatIsInTheSnapshot() {
    assertThatThrownBy(() -> Explanation.ofJob(snapshot(List.of()), "J1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
