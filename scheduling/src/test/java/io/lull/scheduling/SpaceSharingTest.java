package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

class SpaceSharingTest {
  private static final long NOW = 1_000_000;

  @Test
  void givesALoneJobAllThatItCanUse() {
    final Plan plan = plan(Offers.nodes("a", "b", "c", "d"), job(1, 1, 3));
    assertThat(nodesOf(plan, "J1")).hasSize(3);
    assertThat(reasonOf(plan, "J1")).contains("as many as it can use");
  }

  @Test
  void sharesEquallyWhatIsLeft() {
    final Plan plan = plan(Offers.nodes("a", "b", "c", "d", "e", "f"), job(1, 1, 9), job(2, 1, 9));
    assertThat(nodesOf(plan, "J1")).hasSize(3);
    assertThat(nodesOf(plan, "J2")).hasSize(3);
  }

  @Test
  void givesTheEarlierJobTheOddNode() {
    final Plan plan = plan(Offers.nodes("a", "b", "c"), job(1, 1, 9), job(2, 1, 9));
    assertThat(nodesOf(plan, "J1")).hasSize(2);
    assertThat(nodesOf(plan, "J2")).hasSize(1);
  }

  @Test
  void leavesTheOddNodeWhereItIs() {
    final Plan plan = plan(Offers.nodes("a", "b", "c"), job(1, 1, 9, "a"), job(2, 1, 9, "b", "c"));
    assertThat(nodesOf(plan, "J1")).containsExactly("a");
    assertThat(nodesOf(plan, "J2")).containsExactly("b", "c");
  }

  @Test
  void replacesAReclaimedNodeByAnIdleOneBeforeTheJobShrinks() {
    final List<NodeOffer> nodes = new ArrayList<>(Offers.nodes("a", "b", "d"));
    nodes.add(Offers.unusable("c"));
    final Plan plan = plan(nodes, job(1, 1, 3, "a", "b", "c"));
    assertThat(nodesOf(plan, "J1")).containsExactly("a", "b", "d");
  }

  @Test
  void aNodeWhereAWorkerOfTheJobWaitsComesFirst() {
    final JobDemand waiting =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(1, 2, 0),
            new JobDemand.Needs(0, Requirement.NONE),
            Set.of("a"),
            Set.of(),
            List.of(),
            Set.of("d"));
    assertThat(nodesOf(plan(Offers.nodes("a", "b", "c", "d"), waiting), "J1"))
        .containsExactly("a", "d");
    // No node is kept free for it, and none that is not usable is given.
    final List<NodeOffer> nodes = new ArrayList<>(Offers.nodes("a", "b"));
    nodes.add(Offers.unusable("d"));
    assertThat(nodesOf(plan(nodes, waiting), "J1")).containsExactly("a", "b");
    assertThat(nodesOf(plan(Offers.nodes("a", "d"), job(2, 2, 2)), "J2")).containsExactly("a", "d");
  }

  @Test
  void doesNotPlaceAJobThatCannotGetItsLeastButThoseBehindIt() {
    final Plan plan = plan(Offers.nodes("a", "b"), job(1, 3, 4), job(2, 1, 1));
    assertThat(nodesOf(plan, "J1")).isEmpty();
    assertThat(reasonOf(plan, "J1"))
        .isEqualTo("waits for 1 more idle node: 2 of 3 available; the grid has only 2 in all");
    assertThat(nodesOf(plan, "J2")).hasSize(1);
  }

  @Test
  void saysHowManyNodesFitWhatTheJobAsksFor() {
    final JobDemand picky =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(2, 2, 0),
            new JobDemand.Needs(0, Requirement.parse("name == a")),
            Set.of(),
            Set.of(),
            List.of());
    assertThat(reasonOf(plan(Offers.nodes("a", "b", "c"), picky), "J1"))
        .isEqualTo(
            "waits for 1 more idle node: 1 of 2 available; only 1 of the grid's 3 nodes meet its"
                + " requirements");
  }

  @Test
  void givesAJobOnlyNodesThatOfferWhatItsGuestsNeed() {
    final JobDemand asking =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(1, 3, 0),
            new JobDemand.Needs(0, Requirement.NONE, Set.of(GuestFeature.NETWORK)),
            Set.of(),
            Set.of(),
            List.of());
    final List<NodeOffer> nodes = new ArrayList<>(Offers.nodes("a", "b"));
    nodes.add(offering("c", GuestFeature.NETWORK, GuestFeature.IMAGES));
    nodes.add(offering("d", GuestFeature.IMAGES));
    assertThat(nodesOf(plan(nodes, asking), "J1")).containsExactly("c");
    assertThat(nodesOf(plan(nodes, job(1, 1, 4)), "J1"))
        .containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  private static NodeOffer offering(String name, GuestFeature... features) {
    return new NodeOffer(
        name, true, "", new NodeTraits("linux", 4, 8L << 30, 1.0, Set.of(), Set.of(features)), 0);
  }

  @Test
  void servesGreaterPrioritiesFirst() {
    final JobDemand urgent =
        new JobDemand(
            "J2",
            turn(5, 2),
            new JobDemand.Share(2, 2, 0),
            new JobDemand.Needs(0, Requirement.NONE),
            Set.of(),
            Set.of(),
            List.of());
    final Plan plan = plan(Offers.nodes("a", "b"), job(1, 2, 2, "a", "b"), urgent);
    assertThat(nodesOf(plan, "J1")).isEmpty();
    assertThat(nodesOf(plan, "J2")).containsExactly("a", "b");
  }

  @Test
  void followsAnOperatorsNumberWithinLeastAndGreatest() {
    final JobDemand resized =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(1, 4, 2),
            new JobDemand.Needs(0, Requirement.NONE),
            Set.of("a", "b", "c"),
            Set.of(),
            List.of());
    assertThat(nodesOf(plan(Offers.nodes("a", "b", "c", "d"), resized), "J1")).hasSize(2);
  }

  @Test
  void movesAWorkerWhereAnOperatorWantsIt() {
    final JobDemand moving =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(2, 2, 0),
            new JobDemand.Needs(0, Requirement.NONE),
            Set.of("a", "b"),
            Set.of(),
            List.of(new JobDemand.Move("a", "d")));
    assertThat(nodesOf(plan(Offers.nodes("a", "b", "c", "d"), moving), "J1"))
        .containsExactly("b", "d");
  }

  @Test
  void goesOnWithAMoveWhileBothNodesHaveAWorker() {
    final JobDemand moving =
        new JobDemand(
            "J1",
            turn(0, 1),
            new JobDemand.Share(2, 2, 0),
            new JobDemand.Needs(0, Requirement.NONE),
            Set.of("a", "b", "d"),
            Set.of(),
            List.of(new JobDemand.Move("a", "d")));
    assertThat(nodesOf(plan(Offers.nodes("a", "b", "c", "d"), moving), "J1"))
        .containsExactly("b", "d");
  }

  @Test
  void exchangesNodesSoThatAJobThatCanUseOnlyOneGetsIt() {
    final JobDemand picky =
        new JobDemand(
            "J2",
            turn(0, 2),
            new JobDemand.Share(1, 1, 0),
            new JobDemand.Needs(0, Requirement.parse("name == a")),
            Set.of(),
            Set.of(),
            List.of());
    final Plan plan = plan(Offers.nodes("a", "b"), job(1, 1, 1), picky);
    assertThat(nodesOf(plan, "J1")).containsExactly("b");
    assertThat(nodesOf(plan, "J2")).containsExactly("a");
  }

  @Test
  void prefersFasterNodesButNotForNoise() {
    final List<NodeOffer> nodes =
        List.of(
            Offers.offer("a", 1.0, 3),
            Offers.offer("b", 2.0, 2),
            Offers.offer("c", 2.1, 1),
            Offers.offer("d", 1.1, 1));
    assertThat(nodesOf(plan(nodes, job(1, 1, 3)), "J1")).containsExactly("b", "c", "d");
  }

  private static JobDemand.Turn turn(int priority, long number) {
    return new JobDemand.Turn(priority, "ann", number, 0, 0);
  }

  private static Plan plan(List<NodeOffer> nodes, JobDemand... jobs) {
    return SpaceSharing.plan(
        new ClusterSnapshot(NOW, nodes, List.of(jobs), Map.of(), SharingTerms.DEFAULT));
  }

  private static SortedSet<String> nodesOf(Plan plan, String job) {
    return plan.of(job).nodes();
  }

  private static String reasonOf(Plan plan, String job) {
    return plan.of(job).reason();
  }

  private static JobDemand job(long number, int least, int greatest, String... present) {
    return new JobDemand(
        "J" + number,
        turn(0, number),
        new JobDemand.Share(least, greatest, 0),
        new JobDemand.Needs(0, Requirement.NONE),
        Set.of(present),
        Set.of(),
        List.of());
  }
}
