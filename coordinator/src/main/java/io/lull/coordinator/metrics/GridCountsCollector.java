package io.lull.coordinator.metrics;

import io.lull.coordinator.core.control.GridCounts;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.function.Supplier;

/** The gauges of nodes and jobs: all values of one page are from the same count. */
final class GridCountsCollector implements MultiCollector {
  private final Supplier<GridCounts> counts;

  /**
   * @param counts the newest; called by the threads that serve pages
   */
  GridCountsCollector(Supplier<GridCounts> counts) {
    this.counts = counts;
  }

  @Override
  public MetricSnapshots collect() {
    final GridCounts shown = counts.get();
    return MetricSnapshots.of(
        byState("lull_nodes", "Workstations by state.", shown.nodes()),
        byState("lull_cores", "Cores of workstations by the workstations' state.", shown.cores()),
        byState("lull_jobs", "Jobs by state, including those that have ended.", shown.jobs()),
        byState("lull_workers", "Processes of jobs by state; a member computes.", shown.workers()),
        GaugeSnapshot.builder()
            .name("lull_agents_connected")
            .help("Workstations whose agent is connected.")
            .dataPoint(GaugeDataPointSnapshot.builder().value(shown.agents()).build())
            .build());
  }

  private static GaugeSnapshot byState(String name, String help, Map<String, Integer> values) {
    final GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach((state, value) ->
        gauge.dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(Labels.of("state", state))
                .value(value)
                .build()));
    return gauge.build();
  }
}
