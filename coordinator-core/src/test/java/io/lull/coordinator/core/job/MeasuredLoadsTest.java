package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.GridDivision;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Tiling;
import io.lull.scheduling.adapt.LoadBalance;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is concluded from how long workers say that they compute. */
class MeasuredLoadsTest {
  private static final long MILLIS = 1_000_000;

  /** A quarter of the rows on the first worker, the rest on the second. */
  private static final Layout QUARTER =
      Layout.newBuilder()
          .addMembers(member("elm", 1))
          .addMembers(member("oak", 3))
          .addTilings(
              Tiling.newBuilder()
                  .addAllExtents(List.of(100L, 8L))
                  .addAllEnds(List.of(0L, 25L, 0L, 8L, 25L, 100L, 0L, 8L)))
          .build();

  private static Member member(String node, double weight) {
    return Member.newBuilder().setNode(node).setWorker("w-" + node).setWeight(weight).build();
  }

  private static Progress progress(
      int rank, long safePoints, long computingMillis, long waitMillis) {
    return Progress.newBuilder()
        .setRank(rank)
        .setCountedSafePoints(safePoints)
        .setComputingNanos(computingMillis * MILLIS)
        .setWaitingNanos(waitMillis * MILLIS)
        .build();
  }

  /** Both take two seconds for ten safe points; the first computes all that time. */
  private static MeasuredLoads after(int windows) {
    MeasuredLoads loads = MeasuredLoads.NONE;
    for (int window = 1; window <= windows; window++) {
      loads = loads.with(progress(0, 10L * window, 2_000L * window, 0), FreeShare.WHOLE);
      loads =
          loads.with(progress(1, 10L * window, 1_000L * window, 1_000L * window), FreeShare.WHOLE);
    }
    return loads;
  }

  @Test
  void fiveWindowsAfterTheFirstTellHowTheDataWouldBeSharedOutBetter() {
    assertThat(after(5).proposal(QUARTER)).isEmpty();
    final LoadBalance.Proposal proposal = after(6).proposal(QUARTER).orElseThrow();
    assertThat(proposal.weights()).containsExactly(1.0, 6.0);
    assertThat(proposal.secondsNow()).isEqualTo(0.2);
  }

  @Test
  void theFirstWindowIsOfCodeThatIsNotCompiledYet() {
    MeasuredLoads loads = MeasuredLoads.NONE.with(progress(0, 1, 60_000, 0), FreeShare.WHOLE);
    for (int window = 1; window <= 5; window++) {
      loads =
          loads.with(progress(0, 1 + 10L * window, 60_000 + 2_000L * window, 0), FreeShare.WHOLE);
      loads = loads.with(progress(1, 1 + 10L * window, 2_000L * window, 0), FreeShare.WHOLE);
    }
    loads = loads.with(progress(1, 61, 12_000, 0), FreeShare.WHOLE);
    assertThat(loads.proposal(QUARTER).orElseThrow().weights()).containsExactly(1.0, 3.0);
  }

  @Test
  void reportsBetweenTwoWindowsChangeNothing() {
    final MeasuredLoads loads = after(6);
    assertThat(loads.with(progress(0, 61, 12_100, 0), FreeShare.WHOLE)).isSameAs(loads);
    assertThat(loads.with(progress(0, 2, 100, 0), FreeShare.WHOLE))
        .as("an old one")
        .isSameAs(loads);
    assertThat(loads.with(progress(-1, 99, 99_000, 0), FreeShare.WHOLE))
        .as("of no member")
        .isSameAs(loads);
    assertThat(loads.with(progress(0, 0, 0, 0), FreeShare.WHOLE))
        .as("nothing counted")
        .isSameAs(loads);
  }

  @Test
  void whatIsDealtOutInTurnFollowsNoWeights() {
    final Layout dealt =
        QUARTER.toBuilder()
            .clearTilings()
            .addTilings(
                Tiling.newBuilder()
                    .addAllExtents(List.of(100L, 8L))
                    .setDivision(GridDivision.newBuilder().addAllBlockLengths(List.of(4L, 4L)))
                    .addAllProcesses(List.of(2, 1)))
            .build();
    assertThat(after(6).proposal(dealt)).isEmpty();
    assertThat(after(6).proposal(QUARTER.toBuilder().clearTilings().build())).isEmpty();
  }

  private static WeightGoal goal(Layout layout) {
    return WeightGoal.of(
        after(6).proposal(QUARTER).orElseThrow(),
        layout,
        EventCause.CONTRACT,
        OptionalDouble.empty());
  }

  private static PlacedNode placed(String node, double weight) {
    return new PlacedNode(node, node, 1, weight, List.of());
  }

  @Test
  void aGoalIsMetWhenTheLayoutHasTheSameProportions() {
    final WeightGoal goal = goal(QUARTER);
    assertThat(goal.differsFrom(QUARTER)).isTrue();
    assertThat(
            goal.differsFrom(
                Layout.newBuilder()
                    .addMembers(member("elm", 10))
                    .addMembers(member("oak", 60))
                    .build()))
        .isFalse();
    assertThat(WeightGoal.NONE.differsFrom(QUARTER)).isFalse();
  }

  @Test
  void aGoalForOtherNodesSaysNothingOfThese() {
    assertThat(
            goal(QUARTER)
                .differsFrom(
                    Layout.newBuilder()
                        .addMembers(member("elm", 1))
                        .addMembers(member("ash", 1))
                        .build()))
        .isFalse();
  }

  @Test
  void aNodeThatWasNotMeasuredCountsAsThePolicyHasItBesideTheOthers() {
    final List<PlacedNode> nodes = List.of(placed("elm", 1), placed("oak", 3), placed("ash", 2));
    // Measured are 1 of 1 and 6 of 3: one and a half of what the policy says.
    assertThat(goal(QUARTER).of("ash", nodes)).isEqualTo(3);
    assertThat(goal(QUARTER).of("oak", nodes)).isEqualTo(6);
    assertThat(WeightGoal.NONE.of("oak", nodes)).isEqualTo(3);
  }
}
