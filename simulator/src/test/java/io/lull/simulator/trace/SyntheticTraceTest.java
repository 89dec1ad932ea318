package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyntheticTraceTest {
  private static final SyntheticTrace.Times IDLE =
      new SyntheticTrace.Times(Duration.ofMinutes(60).toMillis(), 1.5);
  private static final SyntheticTrace.Times BUSY =
      new SyntheticTrace.Times(Duration.ofMinutes(20).toMillis(), 0.5);

  @Test
  void timesHaveTheMomentsThatWereAskedFor() {
    final OfferTimes offers =
        OfferTimes.of(new SyntheticTrace(200, 30, IDLE, BUSY).draw(1), Duration.ZERO);
    final double[] minutes =
        offers.idle().values().stream()
            .flatMap(List::stream)
            .mapToDouble(span -> span.millis() / 60_000.0)
            .toArray();
    final double mean = Arrays.stream(minutes).average().orElseThrow();
    final double deviation =
        Math.sqrt(
            Arrays.stream(minutes).map(each -> Math.pow(each - mean, 2)).average().orElseThrow());
    assertThat(mean).isCloseTo(60, within(1.5));
    assertThat(deviation / mean).isCloseTo(1.5, within(0.1));
    final double share =
        offers.idle().keySet().stream()
            .mapToDouble(
                machine -> offers.share(machine, List.of(new TimeSpan(0, offers.endMillis()))))
            .average()
            .orElseThrow();
    assertThat(share).isCloseTo(0.75, within(0.01));
  }

  @Test
  void oneMachineMoreChangesNoOther() {
    final AvailabilityTrace three = new SyntheticTrace(3, 5, IDLE, BUSY).draw(4);
    final AvailabilityTrace four = new SyntheticTrace(4, 5, IDLE, BUSY).draw(4);
    assertThat(four.turns().stream().filter(turn -> !turn.machine().equals("n000004")))
        .isEqualTo(three.turns());
    assertThat(new SyntheticTrace(3, 5, IDLE, BUSY).draw(5)).isNotEqualTo(three);
  }

  @Test
  void timesWithoutAMeanAreRefused() {
    assertThatThrownBy(() -> new SyntheticTrace.Times(10, 1))
        .hasMessage(
            "times have a mean of at least 1 s and a coefficient of variation from 0 to 100, not"
                + " 0.01 s and 1.0");
  }
}
