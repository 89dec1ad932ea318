package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PlanPaceTest {
  private static final long BEGIN = Long.MAX_VALUE - 1_000;
  private static final long TAKEN = Duration.ofMillis(5).toNanos();
  private static final long TICK = Duration.ofMillis(200).toNanos();

  private final PlanPace pace = new PlanPace(BEGIN);

  @Test
  void firstChangeOfAJobIsPlannedAtOnce() {
    assertThat(pace.due(true, false, BEGIN)).isTrue();
  }

  @Test
  void jobsWaitNineTimesAsLongAsTheLastPlanTook() {
    pace.planned(BEGIN, BEGIN + TAKEN);

    assertThat(pace.due(true, false, BEGIN + 10 * TAKEN - 1)).isFalse();
    assertThat(pace.restNanos(BEGIN + 10 * TAKEN - 1, TICK)).isOne();
    // What was put off needs no second change.
    assertThat(pace.due(false, false, BEGIN + 10 * TAKEN)).isTrue();
  }

  @Test
  void nodesDoNotWait() {
    pace.planned(BEGIN, BEGIN + TAKEN);

    assertThat(pace.due(false, true, BEGIN + TAKEN)).isTrue();
  }

  @Test
  void nobodyWaitsLongerThanATenthOfASecond() {
    final long end = BEGIN + Duration.ofMillis(500).toNanos();
    pace.planned(BEGIN, end);

    assertThat(pace.due(true, false, end + Duration.ofMillis(100).toNanos() - 1)).isFalse();
    assertThat(pace.due(true, false, end + Duration.ofMillis(100).toNanos())).isTrue();
  }

  @Test
  void aPlanCoversWhatWasPutOff() {
    pace.planned(BEGIN, BEGIN + TAKEN);
    assertThat(pace.due(true, false, BEGIN + TAKEN)).isFalse();
    pace.planned(BEGIN + TAKEN, BEGIN + 2 * TAKEN);

    assertThat(pace.due(false, false, BEGIN + 20 * TAKEN)).isFalse();
    assertThat(pace.restNanos(BEGIN + 20 * TAKEN, TICK)).isEqualTo(TICK);
  }

  @Test
  void timeAloneMakesAPlanEachSecond() {
    pace.planned(BEGIN, BEGIN + TAKEN);

    assertThat(pace.due(false, false, BEGIN + Timings.PLAN.toNanos() - 1)).isFalse();
    assertThat(pace.due(false, false, BEGIN + Timings.PLAN.toNanos())).isTrue();
  }

  @Test
  void theTimeOfAPlanIsToldOnce() {
    pace.planned(BEGIN, BEGIN + TAKEN);

    assertThat(pace.takeTime()).contains(Duration.ofNanos(TAKEN));
    assertThat(pace.takeTime()).isEmpty();
  }
}
