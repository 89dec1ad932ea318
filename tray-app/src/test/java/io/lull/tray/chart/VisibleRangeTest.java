package io.lull.tray.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VisibleRangeTest {
  private static final long NOW = 1_790_000_000_000L;
  private static final long HOUR = Duration.ofHours(1).toMillis();

  @Test
  void theLastDayGoesOnWithTheTimeUntilItIsMovedAway() {
    final VisibleRange day = VisibleRange.last(Duration.ofDays(1), NOW);
    assertThat(day.at(NOW + HOUR).span()).isEqualTo(new Span(NOW - 23 * HOUR, NOW + HOUR));
    final VisibleRange earlier = day.panned(-HOUR, NOW);
    assertThat(earlier.at(NOW + HOUR)).isEqualTo(earlier);
    assertThat(earlier.span()).isEqualTo(new Span(NOW - 25 * HOUR, NOW - HOUR));
    assertThat(earlier.panned(5 * HOUR, NOW)).isEqualTo(day);
  }

  @Test
  void zoomingLeavesTheMomentUnderThePointerWhereItIs() {
    final VisibleRange before =
        VisibleRange.last(Duration.ofHours(8), NOW).panned(-100 * HOUR, NOW);
    final VisibleRange after = before.zoomed(0.5, 0.25, NOW);
    assertThat(after.span().lengthMillis()).isEqualTo(4 * HOUR);
    assertThat(after.span().at(0.25)).isEqualTo(before.span().at(0.25));
    assertThat(
            VisibleRange.last(Duration.ofHours(8), NOW).zoomed(0.5, 0.1, NOW).span().untilMillis())
        .as("what follows now goes on doing so")
        .isEqualTo(NOW);
  }

  @Test
  void itStaysWithinWhatIsKeptAndBetweenMinutesAndAYear() {
    final VisibleRange far =
        VisibleRange.last(Duration.ofDays(1), NOW).panned(-Long.MAX_VALUE / 4, NOW);
    assertThat(far.span().fromMillis()).isEqualTo(NOW - VisibleRange.KEPT.toMillis());
    assertThat(far.zoomed(1e9, 0.5, NOW).span().lengthMillis())
        .isEqualTo(VisibleRange.LONGEST.toMillis());
    assertThat(far.zoomed(1e-9, 0.5, NOW).span().lengthMillis())
        .isEqualTo(VisibleRange.SHORTEST.toMillis());
  }
}
