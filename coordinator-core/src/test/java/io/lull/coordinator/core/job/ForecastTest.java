package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What changes and checkpoints will cost and bring. */
class ForecastTest {
  private static final JobProgress.Gauge HALF_WAY =
      new JobProgress.Gauge(500, 1000, 500, 0.1, 0.1, 500, RecentPace.NONE);
  private static final Layout THREE = layout(1, 1, 1);
  private static final Layout FOUR = layout(1, 1, 1, 1);

  @Test
  void nothingIsForeseenOfTheFirstChangeButWhatItBrings() {
    final Forecast forecast = Forecast.ofChange(List.of(), THREE, FOUR, HALF_WAY, false);
    assertThat(forecast.costMillis()).isEmpty();
    assertThat(forecast.benefitMillis()).hasValueCloseTo(50_000 / 4.0, within(1e-6));
  }

  @Test
  void theCostIsAFixedPartAndOneForEachByteThatChangesHands() {
    // 1,200 bytes in all, 10 ms always, a millisecond for 10 bytes.
    final List<ChangeRecord> past =
        List.of(change("grow", 3, 4, 300, 30, 40), change("shrink", 4, 3, 300, 30, 40));
    assertThat(Forecast.ofChange(past, THREE, FOUR, HALF_WAY, false).costMillis())
        .hasValueCloseTo(40.0, within(1e-6));
    assertThat(Forecast.ofChange(past, layout(1), layout(1, 1), HALF_WAY, false).costMillis())
        .hasValueCloseTo(10.0 + 60, within(1e-6));
    assertThat(Forecast.ofChange(past, FOUR, FOUR, HALF_WAY, false).costMillis())
        .hasValueCloseTo(10.0, within(1e-6));
  }

  @Test
  void oneChangeThatTookLongDoesNotSpoilTheRest() {
    final List<ChangeRecord> past = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      past.add(change("grow", 3, 4, 0, 0, 12));
    }
    past.add(change("grow", 3, 4, 0, 0, 9_000));
    assertThat(Forecast.ofChange(past, THREE, FOUR, HALF_WAY, false).costMillis()).hasValue(12);
  }

  @Test
  void changesOfLongAgoAreForgotten() {
    final List<ChangeRecord> past = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      past.add(change("grow", 3, 4, 0, 0, i < 24 ? 500 : 8));
    }
    assertThat(Forecast.ofChange(past, THREE, FOUR, HALF_WAY, false).costMillis()).hasValue(8);
  }

  @Test
  void checkpointsAndRecoveriesTellNothingOfChanges() {
    final List<ChangeRecord> past =
        List.of(change("checkpoint", 4, 4, 0, 0, 7), change("recover", 4, 3, 0, 0, 4_000));
    assertThat(Forecast.ofChange(past, THREE, FOUR, HALF_WAY, false).costMillis()).isEmpty();
    assertThat(Forecast.ofCheckpoint(past).costMillis()).hasValue(7);
    assertThat(Forecast.ofCheckpoint(past).benefitMillis()).isEmpty();
    assertThat(Forecast.ofCheckpoint(List.of()).costMillis()).isEmpty();
  }

  @Test
  void whereNodesWereTakenThereIsNoBenefitToSpeakOf() {
    assertThat(Forecast.ofChange(List.of(), FOUR, THREE, HALF_WAY, true).benefitMillis()).isEmpty();
  }

  @Test
  void withoutAnEndThereIsNoBenefitToSpeakOf() {
    final JobProgress.Gauge endless =
        new JobProgress.Gauge(500, 0, 500, 0.1, 0.1, 500, RecentPace.NONE);
    assertThat(Forecast.ofChange(List.of(), THREE, FOUR, endless, false).benefitMillis()).isEmpty();
  }

  @Test
  void nodesThatStayTellHowWeightsOfTwoConfigurationsCompare() {
    // The third of the first configuration was half as fast as the two others: it went, and one
    // like these came. Relative to the slowest all now weigh 1.
    assertThat(
            Forecast.ofChange(
                    List.of(),
                    layout("a 2", "b 2", "slow 1"),
                    layout("a 1", "b 1", "c 1"),
                    HALF_WAY,
                    false)
                .benefitMillis())
        .hasValueCloseTo(50_000 * (1 - 5.0 / 6), within(1e-6));
  }

  @Test
  void twoConfigurationsWithoutACommonNodeCannotBeCompared() {
    assertThat(
            Forecast.ofChange(List.of(), layout("a 1"), layout("b 1"), HALF_WAY, false)
                .benefitMillis())
        .isEmpty();
  }

  private static ChangeRecord change(
      String kind, int from, int to, long bytes, double moveMillis, double downtimeMillis) {
    return new ChangeRecord(
        0,
        EventKind.valueOf(kind.toUpperCase(Locale.ROOT)),
        EventCause.SCHEDULER,
        ChangeMethod.NONE,
        new ChangeRecord.Nodes(
            from,
            to,
            List.of(),
            IntStream.range(0, Math.max(0, to - from)).mapToObj(i -> "new" + i).toList()),
        0,
        0,
        new ChangeRecord.Measured(0, 0, moveMillis, downtimeMillis, bytes, 0, 0, 0),
        ChangeOutcome.done(),
        Forecast.NONE);
  }

  private static Layout layout(double... weights) {
    final String[] nodes = new String[weights.length];
    for (int i = 0; i < weights.length; i++) {
      nodes[i] = "n" + i + " " + weights[i];
    }
    return layout(nodes);
  }

  /** Of nodes with their weights. */
  private static Layout layout(String... nodes) {
    final Layout.Builder layout = Layout.newBuilder();
    for (final String node : nodes) {
      final String[] parts = node.split(" ");
      layout.addMembers(
          Member.newBuilder().setNode(parts[0]).setWeight(Double.parseDouble(parts[1])));
    }
    return layout.build();
  }
}
