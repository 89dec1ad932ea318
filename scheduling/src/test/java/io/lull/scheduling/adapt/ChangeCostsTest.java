package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What changes cost, learnt while they happen. */
class ChangeCostsTest {
  private static final int MEBIBYTE = 1 << 20;

  @Test
  void nothingMeasuredChangesNothing() {
    final TimeEstimate assumed = TimeEstimate.about(100, 4);
    assertThat(assumed.refined(List.of())).isEqualTo(assumed);
    assertThat(assumed.refined(List.of(0.0, -1.0, Double.NaN))).isEqualTo(assumed);
  }

  @Test
  void aVagueAssumptionSoonGivesWayToWhatIsMeasured() {
    final TimeEstimate vague = TimeEstimate.about(100, 10);
    assertThat(vague.refined(List.of(400.0)).median()).isBetween(300.0, 400.0);
    final TimeEstimate many = vague.refined(Collections.nCopies(20, 400.0));
    assertThat(many.median()).isCloseTo(400, within(4.0));
    assertThat(many.deviation()).isLessThan(vague.refined(List.of(400.0)).deviation());
  }

  @Test
  void aSureEstimateIsNotOverturnedByOneMeasurement() {
    final TimeEstimate sure = new TimeEstimate(100, 0.1);
    assertThat(sure.refined(List.of(400.0)).median()).isLessThan(120);
  }

  @Test
  void oneMeasurementThatIsWrongTenfoldCostsLittle() {
    final List<Double> honest = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      honest.add(95.0 + i);
    }
    final double before = TimeEstimate.about(100, 4).refined(honest).median();
    final List<Double> lied = new ArrayList<>(honest);
    lied.set(0, 1000.0);
    assertThat(TimeEstimate.about(100, 4).refined(lied).median())
        .isCloseTo(before, within(0.05 * before));
  }

  @Test
  void theMeanOfALogNormalTimeIsMoreThanItsMedian() {
    final TimeEstimate time = new TimeEstimate(100, 1);
    assertThat(time.mean()).isCloseTo(164.87, within(0.01));
    assertThat(time.spread()).isCloseTo(216.12, within(0.01));
    assertThat(new TimeEstimate(100, 0).spread()).isZero();
  }

  @Test
  void anEstimateIsPositive() {
    for (final double median : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new TimeEstimate(median, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("positive");
    }
  }

  @Test
  void aChangeTakesAFixedPartAndOneForEachByte() {
    final ChangeCosts costs =
        ChangeCosts.ASSUMED.refined(
            Collections.nCopies(
                200, new ObservedChange(1_500, ObservedChange.First.START, 60, 40, 4 * MEBIBYTE)));
    assertThat(costs.lead().median()).isCloseTo(1_500, within(30.0));
    assertThat(costs.fixed().median()).isCloseTo(20, within(2.0));
    assertThat(costs.perMebibyte().median()).isCloseTo(10, within(0.5));
    assertThat(costs.downtime(0).mean()).isCloseTo(20, within(2.0));
    assertThat(costs.downtime(100.0 * MEBIBYTE).mean()).isCloseTo(1_020, within(40.0));
  }

  @Test
  void aChangeOfFewBytesSaysNothingOfTheirRate() {
    final ChangeCosts costs =
        ChangeCosts.ASSUMED.refined(
            List.of(new ObservedChange(0, ObservedChange.First.START, 500, 450, 1_000)));
    assertThat(costs.perMebibyte()).isEqualTo(ChangeCosts.ASSUMED.perMebibyte());
    assertThat(costs.lead()).isEqualTo(ChangeCosts.ASSUMED.lead());
  }

  @Test
  void whatFollowsAChangeIsLearntApart() {
    final ObservedChange usual = new ObservedChange(0, ObservedChange.First.NOTHING, 40, 0, 0);
    final ObservedChange followed =
        new ObservedChange(0, ObservedChange.First.NOTHING, 90, 0, 0, true);
    final ChangeCosts unseen = ChangeCosts.ASSUMED.refined(Collections.nCopies(20, usual));
    assertThat(unseen.followedDowntime().median())
        .as("as others while none was seen")
        .isCloseTo(unseen.downtime(0).median(), within(1e-9));
    final List<ObservedChange> both = new ArrayList<>(Collections.nCopies(20, usual));
    both.addAll(Collections.nCopies(20, followed));
    final ChangeCosts seen = ChangeCosts.ASSUMED.refined(both);
    assertThat(seen.downtime(0).median()).isCloseTo(40, within(2.0));
    assertThat(seen.followedDowntime().median()).isCloseTo(90, within(4.0));
    assertThat(seen.refined(List.of(usual)).followedDowntime())
        .as("what a job has not seen it takes from the grid")
        .isEqualTo(seen.followedDowntime());
  }

  @Test
  void aRangeLearntFromFewIsWiderThanFromMany() {
    final List<Double> few = List.of(80.0, 90.0, 100.0, 110.0, 125.0);
    final List<Double> many = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      many.addAll(few);
    }
    final TimeEstimate vague = TimeEstimate.about(100, 100);
    assertThat(vague.refined(few).deviation()).isGreaterThan(1.2 * vague.refined(many).deviation());
  }

  @Test
  void leadsAreToldApartByWhatHadToComeFirst() {
    final ChangeCosts costs =
        ChangeCosts.ASSUMED.refined(
            List.of(
                new ObservedChange(2_000, ObservedChange.First.START, 60, 0, 0),
                new ObservedChange(150, ObservedChange.First.WAKE, 60, 0, 0),
                new ObservedChange(400, ObservedChange.First.NOTHING, 60, 0, 0)));
    assertThat(costs.lead().median())
        .isLessThan(ChangeCosts.ASSUMED.lead().median())
        .isGreaterThan(2_000);
    assertThat(costs.wake().median()).isBetween(150.0, 200.0);
    assertThat(costs.agree().median()).isBetween(400.0, 500.0);
  }
}
