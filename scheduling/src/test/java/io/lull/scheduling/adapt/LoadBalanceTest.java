package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.adapt.LoadBalance.Proposal;
import io.lull.scheduling.adapt.RebalanceRule.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadBalanceTest {
  private static WorkerLoad load(double share, double... seconds) {
    return new WorkerLoad(share, DoubleStream.of(seconds).boxed().toList());
  }

  private static Proposal of(WorkerLoad... loads) {
    return LoadBalance.of(List.of(loads), 0).orElseThrow();
  }

  @Test
  void aWorkerAtHalfTheSpeedIsToHaveHalfOfWhatAnotherHas() {
    final Proposal proposal =
        of(load(1, 2, 2, 2), load(1, 1, 1, 1), load(1, 1, 1, 1), load(1, 1, 1, 1));

    assertThat(proposal.weights()).containsExactly(1.0, 2.0, 2.0, 2.0);
    assertThat(proposal.secondsNow()).isEqualTo(2);
    assertThat(proposal.secondsThen()).isCloseTo(4 / 3.5 * 1.03, within(1e-9));
    assertThat(proposal.certain()).isTrue();
  }

  @Test
  void whoWaitsForItsOwnPaceHasLittleToGain() {
    final List<WorkerLoad> loads = List.of(load(1, 2, 2, 2), load(1, 1, 1, 1));
    final double then = 2 / 1.5 * 1.03;
    assertThat(LoadBalance.of(loads, 2).orElseThrow().lostPart())
        .isCloseTo((2 - then) / 2, within(1e-9));
    assertThat(LoadBalance.of(loads, 20).orElseThrow().lostPart())
        .isCloseTo((2 - then) / 20, within(1e-9));
  }

  @Test
  void workersThatAreAllEquallySlowStayAsTheyAre() {
    final Proposal proposal = of(load(0.25, 9, 9), load(0.25, 9, 9), load(0.5, 9, 9));

    assertThat(proposal.certain()).isFalse();
    assertThat(proposal.lostPart()).isZero();
  }

  @Test
  void whatTheCutsPermitIsNoReasonForAChange() {
    assertThat(of(load(0.5, 1.05, 1.05), load(0.5, 0.95, 0.95)).certain()).isFalse();
  }

  @Test
  void oneWindowInWhichAMachineDidSomethingElseChangesNothing() {
    assertThat(of(load(0.5, 1, 1, 10, 1, 1), load(0.5, 1, 1, 1, 1, 1)).certain()).isFalse();
  }

  @Test
  void workersThatReportOneAfterTheOtherThatAllAreSlowerStayAsTheyAre() {
    final WorkerLoad first = new WorkerLoad(0.5, List.of(1.0, 1.0, 2.0, 2.0, 2.0));
    final WorkerLoad second = new WorkerLoad(0.5, List.of(1.0, 1.0, 1.0, 2.0, 2.0));
    assertThat(LoadBalance.of(List.of(first, second), 0).orElseThrow().certain()).isFalse();
    // So does one whose load is over.
    final WorkerLoad again = new WorkerLoad(0.5, List.of(1.0, 2.0, 2.0, 2.0, 1.0));
    final WorkerLoad never = new WorkerLoad(0.5, List.of(1.0, 1.0, 1.0, 1.0, 1.0));
    assertThat(LoadBalance.of(List.of(again, never), 0).orElseThrow().certain()).isFalse();
  }

  @Test
  void aDifferenceWithinTheNoiseIsNotCertain() {
    assertThat(of(load(0.5, 0.6, 2.4, 1.4), load(0.5, 1, 1, 1)).certain()).isFalse();
    assertThat(of(load(0.5, 1.39, 1.41, 1.4), load(0.5, 1, 1, 1)).certain()).isTrue();
  }

  @Test
  void afterTheChangeNothingIsLeftToDo() {
    final long seed = 20_261_127;
    final Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      final int workers = 2 + random.nextInt(31);
      final double[] speeds =
          IntStream.range(0, workers).mapToDouble(_ -> 0.1 + random.nextDouble() * 10).toArray();
      final List<WorkerLoad> before = new ArrayList<>();
      for (final double speed : speeds) {
        final double share = 0.1 + random.nextDouble();
        before.add(load(share, share / speed));
      }
      final Proposal proposal = LoadBalance.of(before, 0).orElseThrow();
      final List<WorkerLoad> after = new ArrayList<>();
      for (int rank = 0; rank < workers; rank++) {
        final double share = proposal.weights().get(rank);
        after.add(load(share, share / speeds[rank]));
      }
      final String repeat = "round " + round + " of seed " + seed;
      assertThat(LoadBalance.of(after, 0).orElseThrow().certain()).as(repeat).isFalse();
      assertThat(proposal.secondsThen())
          .as(repeat)
          .isLessThanOrEqualTo(proposal.secondsNow() * 1.03 + 1e-9);
    }
  }

  @Test
  void oneWorkerHasNobodyToShareWith() {
    assertThat(LoadBalance.of(List.of(load(1, 1)), 0)).isEmpty();
  }

  @Test
  void whatIsNotAPositiveNumberIsRefused() {
    assertThatThrownBy(() -> load(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> load(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> load(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> load(1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static RebalanceRule.Situation situation(
      double inForce, double remaining, double cost, int recent) {
    return new RebalanceRule.Situation(inForce, OptionalDouble.of(remaining), cost, recent);
  }

  /** Loses a little less than half of its time. */
  private static final Proposal HALF = new Proposal(List.of(1.0, 2.0), 2, 1, 2, true);

  @Test
  void nearTheEndOfAJobNothingIsDone() {
    assertThat(RebalanceRule.verdict(HALF, situation(10_000, 3_000, 1_000, 0)))
        .isEqualTo(Verdict.PAYS);
    assertThat(RebalanceRule.verdict(HALF, situation(10_000, 2_900, 1_000, 0)))
        .isEqualTo(Verdict.NOT_WORTH_IT);
  }

  @Test
  void whatIsNotCertainIsNotDone() {
    final Proposal perhaps = new Proposal(List.of(1.0, 2.0), 2, 1, 2, false);
    assertThat(RebalanceRule.verdict(perhaps, situation(10_000, 1e9, 1, 0)))
        .isEqualTo(Verdict.BALANCED);
  }

  @Test
  void aLoadThatComesAndGoesIsFollowedLessAndLess() {
    assertThat(RebalanceRule.verdict(HALF, situation(0, 1e9, 1_000, 0))).isEqualTo(Verdict.PAYS);
    assertThat(RebalanceRule.verdict(HALF, situation(3_900, 1e9, 1_000, 1)))
        .isEqualTo(Verdict.NOT_YET);
    assertThat(RebalanceRule.verdict(HALF, situation(4_000, 1e9, 1_000, 1)))
        .isEqualTo(Verdict.PAYS);
    assertThat(RebalanceRule.verdict(HALF, situation(15_900, 1e9, 1_000, 3)))
        .isEqualTo(Verdict.NOT_YET);
    assertThat(RebalanceRule.dueMillis(situation(0, 1e9, 1_000, 3))).isEqualTo(8_000);
  }

  @Test
  void aJobWithoutAKnownEndGoesByWhatItHasLost() {
    final RebalanceRule.Situation open =
        new RebalanceRule.Situation(12_000, OptionalDouble.empty(), 3_000, 1);

    assertThat(RebalanceRule.verdict(HALF, open)).isEqualTo(Verdict.PAYS);
    assertThat(RebalanceRule.benefitMillis(HALF, open)).isEmpty();
  }
}
