package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Whether slow workers continue elsewhere. */
class MigrationRuleTest {
  private static final ChangeCosts COSTS =
      new ChangeCosts(
          new TimeEstimate(2_000, 0.1),
          new TimeEstimate(50, 0.1),
          ChangeCosts.ASSUMED.agree(),
          new TimeEstimate(200, 0.1),
          new TimeEstimate(10, 0.1));

  @Test
  void aSlowWorkerIsReplacedByAnIdleNode() {
    final MigrationRule.Choice choice =
        choose(600_000, List.of(node("a", 4), node("slow", 1), node("b", 4)), node("new", 4))
            .orElseThrow();
    assertThat(choice.replaced()).containsExactly("slow");
    final Candidate best = choice.choice().best().orElseThrow();
    assertThat(best.method()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(best.nodes()).containsExactly("new");
    assertThat(best.benefit().orElseThrow().expected())
        .isCloseTo((600_000 - 2_010) * (1 - 9.0 / 12) - 201, within(20.0));
  }

  @Test
  void severalSlowWorkersMoveAtOnceTheSlowestFirst() {
    final MigrationRule.Choice choice =
        choose(
                600_000,
                List.of(node("a", 4), node("s2", 2), node("b", 4), node("s1", 1), node("c", 4)),
                node("x", 4),
                node("y", 4))
            .orElseThrow();
    assertThat(choice.replaced()).containsExactly("s1", "s2");
    assertThat(choice.choice().all()).hasSize(2);
  }

  @Test
  void nearItsEndTheyStay() {
    final MigrationRule.Choice choice =
        choose(2_500, List.of(node("a", 4), node("slow", 1), node("b", 4)), node("new", 4))
            .orElseThrow();
    assertThat(choice.replaced()).isEmpty();
    assertThat(choice.choice().best()).isEmpty();
    assertThat(Decision.ofMigration(7, choice).why())
        .startsWith("stayed: moving its slowest worker to new would cost ");
  }

  @Test
  void anIdleNodeIsTakenToBeNoFasterThanTheTypicalMember() {
    assertThat(choose(600_000, List.of(node("a", 1), node("b", 1)), node("bragger", 100)))
        .as("members are equally fast: nothing is to be had by what a node says of itself")
        .isEmpty();
  }

  @Test
  void whereAllAreEquallySlowNothingMoves() {
    assertThat(choose(600_000, List.of(node("a", 1), node("b", 1), node("c", 1)), node("d", 1)))
        .isEmpty();
  }

  @Test
  void whereAllAreSlowedDownAllMoveToNodesThatAreNot() {
    final List<GrowthRule.Joiner> members = List.of(node("a", 1), node("b", 1));
    final MigrationRule.Choice choice =
        MigrationRule.choose(
                situation(members, 600_000),
                members,
                List.of(node("free", 2), node("loaded", 1), node("free2", 2), node("bragger", 50)),
                2,
                COSTS)
            .orElseThrow();
    assertThat(choice.replaced()).containsExactly("a", "b");
    assertThat(choice.choice().best().orElseThrow().nodes()).containsExactly("bragger", "free");
  }

  @Test
  void aLoneWorkerMovesOnlyIfSomethingSlowsItDown() {
    final List<GrowthRule.Joiner> lone = List.of(node("a", 1));
    assertThat(
            MigrationRule.choose(situation(lone, 600_000), lone, List.of(node("b", 2)), 2, COSTS)
                .orElseThrow()
                .replaced())
        .containsExactly("a");
    assertThat(choose(600_000, lone, node("b", 2))).isEmpty();
  }

  @Test
  void aNodeWhoseOwnerIsAboutToReturnIsNoBetter() {
    final List<GrowthRule.Joiner> members = List.of(node("a", 4), node("slow", 1), node("b", 4));
    final MigrationRule.Choice choice =
        MigrationRule.choose(
                situation(members, 600_000),
                members,
                List.of(new GrowthRule.Joiner("short", 4, StayCurve.even(Duration.ofMillis(500)))),
                0,
                COSTS)
            .orElseThrow();
    assertThat(choice.replaced()).isEmpty();
  }

  @Test
  void whereTheEndIsNotKnownNothingMoves() {
    final List<GrowthRule.Joiner> members = List.of(node("a", 4), node("slow", 1), node("b", 4));
    assertThat(
            MigrationRule.choose(
                new GrowthRule.Situation(9, OptionalDouble.empty(), 0.1, 0),
                members,
                List.of(node("new", 4)),
                0,
                COSTS))
        .isEmpty();
  }

  private static Optional<MigrationRule.Choice> choose(
      double remainingMillis, List<GrowthRule.Joiner> members, GrowthRule.Joiner... idle) {
    return MigrationRule.choose(
        situation(members, remainingMillis), members, List.of(idle), 0, COSTS);
  }

  private static GrowthRule.Situation situation(
      List<GrowthRule.Joiner> members, double remainingMillis) {
    return new GrowthRule.Situation(
        members.stream().mapToDouble(GrowthRule.Joiner::weight).sum(),
        OptionalDouble.of(remainingMillis),
        0.05,
        0);
  }

  private static GrowthRule.Joiner node(String name, double weight) {
    return new GrowthRule.Joiner(name, weight, StayCurve.ALWAYS);
  }
}
