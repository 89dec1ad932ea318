package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.model.EventCause;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whether a job that computes takes the nodes that it is offered. */
class GrowthRuleTest {
  /** Two seconds until a worker computes, a stop of 200 ms, 10 ms a mebibyte; nearly certain. */
  private static final ChangeCosts COSTS =
      new ChangeCosts(
          new TimeEstimate(2_000, 0.1),
          new TimeEstimate(50, 0.1),
          ChangeCosts.ASSUMED.agree(),
          new TimeEstimate(200, 0.1),
          new TimeEstimate(10, 0.1));

  private static final double MINUTES = 60_000;

  @Test
  void aLongJobTakesAllThatItIsOffered() {
    final GrowthRule.Choice choice =
        GrowthRule.choose(job(2, 30 * MINUTES), nodes("a", "b"), COSTS);
    assertThat(choice.best().orElseThrow().nodes()).containsExactly("a", "b");
    assertThat(choice.all()).hasSize(2);
    // Half of what is left after the lead is saved, and the stop is paid.
    assertThat(choice.best().orElseThrow().benefit().orElseThrow().expected())
        .isCloseTo((30 * MINUTES - 2_010) / 2 - 201, within(20.0));
  }

  @Test
  void nearItsEndAJobStaysAsItIs() {
    final GrowthRule.Choice choice = GrowthRule.choose(job(2, 2_200), nodes("a"), COSTS);
    assertThat(choice.best()).isEmpty();
    assertThat(choice.all().getFirst().benefit().orElseThrow().expected()).isNegative();
    assertThat(Decision.ofGrowth(7, choice).why())
        .isEqualTo(
            "stayed: adding a would cost 0.1 s ± 0.1 in all, with 2.0 s until then and a stop of"
                + " 200 ms");
  }

  @Test
  void dataThatIsHugeForTheRestOfAJobIsNotMoved() {
    final double gibibytes = 1 << 30;
    assertThat(
            GrowthRule.choose(
                    new GrowthRule.Situation(
                        2, OptionalDouble.of(2 * MINUTES), 0.1, 12 * gibibytes),
                    nodes("a"),
                    COSTS)
                .best())
        .isEmpty();
    assertThat(
            GrowthRule.choose(
                    new GrowthRule.Situation(
                        2, OptionalDouble.of(20 * MINUTES), 0.1, 12 * gibibytes),
                    nodes("a"),
                    COSTS)
                .best())
        .isPresent();
  }

  @Test
  void aJobWhoseEndIsNotKnownTakesAllAndForeseesNothing() {
    final GrowthRule.Choice choice =
        GrowthRule.choose(
            new GrowthRule.Situation(2, OptionalDouble.empty(), 0.1, 0), nodes("a", "b"), COSTS);
    assertThat(choice.best().orElseThrow().nodes()).containsExactly("a", "b");
    assertThat(choice.best().orElseThrow().benefit()).isEmpty();
  }

  @Test
  void nodesWhoseOwnersAreAboutToReturnAreLeftAlone() {
    final List<GrowthRule.Joiner> offered =
        List.of(
            new GrowthRule.Joiner("short", 1, StayCurve.even(Duration.ofMillis(100))),
            new GrowthRule.Joiner("long", 1, StayCurve.even(Duration.ofDays(11))));
    final Candidate best =
        GrowthRule.choose(job(2, 5 * MINUTES), offered, COSTS).best().orElseThrow();
    assertThat(best.nodes()).containsExactly("long");
    assertThat(GrowthRule.choose(job(2, 5 * MINUTES), offered.subList(0, 1), dear()).best())
        .as("it would have to leave again at once")
        .isEmpty();
  }

  @Test
  void aNodeWhoseOwnerComesAtAKnownTimeCountsInFullUntilThen() {
    final double median = 7 * MINUTES;
    final StayCurve atATime =
        StayCurve.of(
            new double[] {6.5 * MINUTES, 8 * MINUTES}, new double[] {0, Math.log(2) / MINUTES * 2});
    final StayCurve atAnyTime = StayCurve.even(Duration.ofMillis((long) median));
    assertThat(atATime.median(Duration.ofHours(1))).isEqualTo(Duration.ofMillis((long) median));
    assertThat(benefit(atATime, 6 * MINUTES)).isGreaterThan(1.2 * benefit(atAnyTime, 6 * MINUTES));
  }

  private static double benefit(StayCurve stay, double remainingMillis) {
    return GrowthRule.choose(
            job(2, remainingMillis), List.of(new GrowthRule.Joiner("node", 1, stay)), COSTS)
        .all()
        .getFirst()
        .benefit()
        .orElseThrow()
        .expected();
  }

  private static ChangeCosts dear() {
    return new ChangeCosts(
        new TimeEstimate(2_000, 0.1),
        new TimeEstimate(50, 0.1),
        ChangeCosts.ASSUMED.agree(),
        new TimeEstimate(3_000, 0.1),
        new TimeEstimate(10, 0.1));
  }

  @Test
  void theLessIsKnownTheMoreAChangeHasToPromise() {
    final ChangeCosts vague =
        new ChangeCosts(
            new TimeEstimate(2_000, 0.1),
            new TimeEstimate(50, 0.1),
            ChangeCosts.ASSUMED.agree(),
            new TimeEstimate(200, 1.5),
            new TimeEstimate(10, 0.1));
    final double rest = 3_800;
    assertThat(GrowthRule.choose(job(2, rest), nodes("a"), COSTS).best()).isPresent();
    final GrowthRule.Choice doubtful = GrowthRule.choose(job(2, rest), nodes("a"), vague);
    assertThat(doubtful.best()).isEmpty();
    assertThat(Decision.ofGrowth(1, doubtful).why()).startsWith("stayed: adding a would ");
  }

  @Test
  void theIntervalHoldsEightOfTenCases() {
    final long seed = Long.getLong("lull.seed", 20_261_128L);
    final Random random = new Random(seed);
    final ChangeCosts costs =
        new ChangeCosts(
            new TimeEstimate(4_000, 0.3),
            new TimeEstimate(50, 0.1),
            ChangeCosts.ASSUMED.agree(),
            new TimeEstimate(800, 0.4),
            new TimeEstimate(10, 0.1));
    final Candidate.Benefit foreseen =
        GrowthRule.choose(
                new GrowthRule.Situation(2, OptionalDouble.of(60_000), 0.1, 0), nodes("a"), costs)
            .best()
            .orElseThrow()
            .benefit()
            .orElseThrow();
    int within = 0;
    final int cases = 4_000;
    for (int i = 0; i < cases; i++) {
      final double rest = 60_000 * (1 + 0.1 * random.nextGaussian());
      final double lead = 4_000 * Math.exp(0.3 * random.nextGaussian());
      final double stop = 800 * Math.exp(0.4 * random.nextGaussian());
      final double benefit = Math.max(0, rest - lead) / 3 - stop;
      within += benefit >= foreseen.low() && benefit <= foreseen.high() ? 1 : 0;
    }
    assertThat(within / (double) cases)
        .as("seed %d: repeat with -Dlull.seed=%d", seed, seed)
        .isBetween(0.75, 0.85);
  }

  @Test
  void ofManyNodesOnlySomeNumbersAreConsidered() {
    final List<GrowthRule.Joiner> offered = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      offered.add(new GrowthRule.Joiner("n" + i, 1, StayCurve.ALWAYS));
    }
    final GrowthRule.Choice choice = GrowthRule.choose(job(2, 60 * MINUTES), offered, COSTS);
    assertThat(choice.best().orElseThrow().nodes()).hasSize(1_000);
    assertThat(choice.all()).hasSizeLessThan(32);
  }

  @Test
  void theSameDecisionAboutTheSameNodesIsNotNews() {
    final Decision one = Decision.ofGrowth(1, GrowthRule.choose(job(2, 2_200), nodes("a"), COSTS));
    final Decision again =
        Decision.ofGrowth(9, GrowthRule.choose(job(2, 2_100), nodes("a"), COSTS));
    final Decision other =
        Decision.ofGrowth(9, GrowthRule.choose(job(2, 2_100), nodes("b"), COSTS));
    assertThat(one.repeats(again)).isTrue();
    assertThat(one.repeats(other)).isFalse();
    assertThat(one.trigger()).isEqualTo(EventCause.OPPORTUNITY);
    assertThat(one.choice()).isEmpty();
  }

  @Test
  void whatADecisionBroughtIsTheTimeThatItsIterationsTookLess() {
    final Decision.Actual begun = Decision.Actual.begun(4, 100, 0.5, 2_500).stopped(300);
    assertThat(begun.stopped(200).downtimeMillis()).hasValue(300);
    assertThat(begun.at(100, 0.3).benefitMillis()).as("nothing has passed").isEmpty();
    assertThat(begun.at(150, 0.3).benefitMillis()).hasValueCloseTo(50 * 200.0 - 300, within(1e-6));
    assertThat(begun.at(150, 0.6).benefitMillis()).hasValueCloseTo(-50 * 100.0 - 300, within(1e-6));
  }

  private static GrowthRule.Situation job(double weight, double remainingMillis) {
    return new GrowthRule.Situation(weight, OptionalDouble.of(remainingMillis), 0.05, 0);
  }

  private static List<GrowthRule.Joiner> nodes(String... names) {
    return List.of(names).stream()
        .map(name -> new GrowthRule.Joiner(name, 1, StayCurve.ALWAYS))
        .toList();
  }
}
