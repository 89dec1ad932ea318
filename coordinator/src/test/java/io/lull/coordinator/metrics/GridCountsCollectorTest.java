package io.lull.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.control.GridCounts;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GridCountsCollectorTest {
  private final AtomicInteger counted = new AtomicInteger();

  /** Each count has one node more than the last, and as many agents. */
  private GridCounts next() {
    final int n = counted.incrementAndGet();
    return new GridCounts(
        Map.of("idle", n), Map.of("idle", 4 * n), Map.of("running", n), Map.of("member", n), n);
  }

  @Test
  void allValuesOfOnePageAreFromTheSameCount() {
    final GridCountsCollector collector = new GridCountsCollector(this::next);
    for (int page = 1; page <= 2; page++) {
      for (final MetricSnapshot each : collector.collect()) {
        final GaugeSnapshot gauge = (GaugeSnapshot) each;
        final int factor = gauge.getMetadata().getName().equals("lull_cores") ? 4 : 1;
        assertThat(gauge.getDataPoints())
            .as(gauge.getMetadata().getName())
            .extracting(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
            .containsExactly((double) factor * page);
      }
    }
  }
}
